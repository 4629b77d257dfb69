import type { AccountTool } from '../requests/account.ts'
import { tools as looking } from './look-tools.ts'
import { tools as keeping } from './organize-tools.ts'
import { tools as sending } from './send-tools.ts'

/** The same with every provider. */
export const mailTools: readonly AccountTool[] = [...looking, ...sending, ...keeping]
