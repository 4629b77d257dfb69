import { tools as reading } from './tools/read-tool.ts'
import { tools as searching } from './tools/search-tools.ts'

/** What a teammate may find and read in the storage, as far as its folders reach. */
export const tools = [...searching, ...reading]
