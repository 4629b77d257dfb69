import { Agent, setGlobalDispatcher } from 'undici'

/**
 * Every `fetch` of a test closes an idle connection long before the server does, after five seconds: on a busy machine a request
 * could otherwise meet the end of the connection that it was sent on.
 */
const IDLE_TIMEOUT_MS = 1000

setGlobalDispatcher(new Agent({ keepAliveTimeout: IDLE_TIMEOUT_MS, keepAliveMaxTimeout: IDLE_TIMEOUT_MS }))
