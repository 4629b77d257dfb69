import type { FastifyRequest } from 'fastify'
import type { Context } from '#platform/context.ts'
import { consumeAttempt } from './attempts.ts'
import { readBrowserCookie } from './browser-cookie.ts'
import type { Provider } from './provider.ts'
import { reasonOf } from './reason-of.ts'
import type { SignInAttemptRow } from './table.ts'

export type Arrival = { attempt: SignInAttemptRow; query: URLSearchParams }

/**
 * Takes the attempt that a browser came back from and proves what it brought; null for whatever is forged, late, sent
 * twice or refused. Why is in the log and nowhere else.
 */
export async function prove<T>(
  ctx: Context,
  provider: Provider,
  http: FastifyRequest,
  { user_id = null, by }: { user_id?: string | null; by: (arrival: Arrival) => Promise<T> },
): Promise<{ proven: T; attempt: SignInAttemptRow } | null> {
  const { door } = provider
  const query = new URLSearchParams(http.url.split('?')[1] ?? '')
  const browser = readBrowserCookie(ctx.ports.config, http)
  const states = query.getAll('state')
  const [state = ''] = states.length === 1 ? states : []
  const attempt = browser && (await consumeAttempt(ctx, { door, state, browser, user_id }))
  if (!attempt) {
    ctx.log.warn({ door, reason: ['No attempt of this browser is under way with this state'] }, 'sign-in failed')
    return null
  }
  try {
    return { attempt, proven: await by({ attempt, query }) }
  } catch (error) {
    ctx.log.warn({ door, reason: reasonOf(error) }, 'sign-in failed')
    return null
  }
}
