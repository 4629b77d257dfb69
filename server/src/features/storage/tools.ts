import { tools as linking } from './tools/link-tool.ts'
import { tools as looking } from './tools/look-tools.ts'
import { tools as placing } from './tools/place-tools.ts'
import { tools as writing } from './tools/write-tools.ts'

/** What a teammate may do with files and folders, as far as its folders reach. */
export const tools = [...looking, ...linking, ...writing, ...placing]
