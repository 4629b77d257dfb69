/** The entry of the server. */
import { flushCompileCache } from 'node:module'
import { moduleHooks } from './modules.mjs'

await import('./src/app/main.ts')
moduleHooks.deregister()
// By itself it is kept when the process ends in order, so that a server that is always killed would compile everything at each start.
flushCompileCache()
// The runtime would keep the 30 MB that the start left, because it goes by how much was allocated then. Nobody is answered
// for 70 to 200 ms meanwhile, which is why it comes before there is work.
globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
