/** The entry of the server. */
import { flushCompileCache } from 'node:module'
import { moduleHooks } from './modules.mjs'

await import('./src/app/main.ts')
moduleHooks.deregister()
// By itself it is kept when the process ends in order, so that a server that is always killed would compile everything at each start.
flushCompileCache()
