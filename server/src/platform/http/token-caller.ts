import type { FastifyRequest } from 'fastify'
import { hashSecret } from '../cipher.ts'
import type { Context } from '../context.ts'
import { AppError } from '../error.ts'
import type { Route } from '../route.ts'

type FoundToken<Ctx> = { ctx: Ctx; expires_at: Date | null; last_used_at: Date | null }

type Options<Ctx> = {
  /** The token as it was sent, or null. */
  read: (request: FastifyRequest) => string | null
  /** Looks a token up by its hash, which is all that is stored of it. */
  find: (ctx: Context, hash: string, request: FastifyRequest) => Promise<FoundToken<Ctx> | null>
  /** Writes when the token was last used, at most once in `usedEverySeconds`. */
  markUsed?: (ctx: Ctx, now: Date) => Promise<void>
  usedEverySeconds?: number
  /** Further refusals, which only the token's owner learns. */
  check?: (ctx: Ctx, route: Route) => void | Promise<void>
}

/** Declares a caller that is recognized by a token; a missing, an unknown and an expired one look alike. */
export function tokenCaller<Ctx extends Context>({
  read,
  find,
  markUsed,
  usedEverySeconds = 60,
  check,
}: Options<Ctx>): (ctx: Context, request: FastifyRequest, route: Route) => Promise<Ctx> {
  return async (ctx, request, route) => {
    const token = read(request)
    const found = token ? await find(ctx, hashSecret(token), request) : null
    const now = ctx.now()
    if (!found || (found.expires_at && found.expires_at <= now)) throw noValidToken()
    await check?.(found.ctx, route)
    const usedMs = found.last_used_at?.getTime() ?? 0
    if (markUsed && now.getTime() - usedMs >= usedEverySeconds * 1000) await markUsed(found.ctx, now)
    return found.ctx
  }
}

export const noValidToken = () =>
  new AppError('unauthorized', 'A valid token is required', { headers: { 'www-authenticate': 'Bearer' } })

/** `Authorization: Bearer <token>`. */
export const bearerToken = ({ headers }: FastifyRequest): string | null =>
  headers.authorization?.match(/^Bearer\s+(\S+)$/i)?.[1] ?? null
