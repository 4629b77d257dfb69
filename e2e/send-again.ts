import type { APIRequestContext } from 'playwright-core'

/**
 * Sends again what met the end of a connection. The server closes one that was idle for five seconds, and on a busy machine the
 * next request may be on its way by then. A browser does the same by itself.
 */
export function sendAgain(api: APIRequestContext): APIRequestContext {
  const fetch = api.fetch.bind(api)
  // All other methods of it go through this one.
  api.fetch = (request, options) => fetch(request, { maxRetries: 3, ...options })
  return api
}

/** The same for what a test lets through by `route.fetch`. */
export const AGAIN = { maxRetries: 3 }
