import { tools as linking } from './tools/link-tool.ts'
import { tools as looking } from './tools/look-tools.ts'
import { tools as placing } from './tools/place-tools.ts'
import { tools as reading } from './tools/read-tool.ts'
import { tools as searching } from './tools/search-tools.ts'
import { tools as writing } from './tools/write-tools.ts'

/** What a teammate may do with the storage, as far as its folders reach. */
export const tools = [...looking, ...searching, ...reading, ...linking, ...writing, ...placing]
