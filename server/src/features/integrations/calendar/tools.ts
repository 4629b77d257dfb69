import type { AccountTool } from '../requests/account.ts'
import { tools as looking } from './look-tools.ts'
import { tools as writing } from './write-tools.ts'

/** The same with every provider. */
export const calendarTools: readonly AccountTool[] = [...looking, ...writing]
