import { tools as changing } from './change-tools.ts'
import { tools as ofContent } from './content-tools.ts'
import { tools as finding } from './find-tools.ts'

/** What a teammate may do with the files of an account, at whichever provider they lie. */
export const tools = [...finding, ...ofContent, ...changing]
