import { asc, eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { DevUsers } from '#contracts/sign-in.ts'
import type { Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { isLoopbackAddress, isLoopbackHost } from '#platform/loopback.ts'
import { presentUser } from '../users/present.ts'
import { type UserRow, users } from '../users/table.ts'

/** Sign-in without a password exists for a developer at their own machine; anywhere else it does not exist. */
export function onlyOnThisMachine(config: Config, request: FastifyRequest): void {
  const { LOCAL_DEV_AUTH_ENABLED: enabled, NODE_ENV } = config
  const refused =
    NODE_ENV === 'production' ||
    enabled === false ||
    (NODE_ENV !== 'development' && enabled !== true) ||
    !isLoopbackAddress(request.socket.remoteAddress) ||
    request.headers['x-forwarded-for'] !== undefined ||
    !isOnLoopback(`http://${request.headers.host ?? ''}`) ||
    (request.headers.origin !== undefined && !isOnLoopback(request.headers.origin))
  if (refused) throw new AppError('not_found', 'Not found')
}

const isOnLoopback = (url: string): boolean => isLoopbackHost(URL.parse(url)?.hostname)

export async function listDevUsers(ctx: Context): Promise<DevUsers> {
  const rows = await ctx.db.select().from(users).orderBy(asc(users.created_at), asc(users.id)).limit(100)
  return {
    users: rows.map((row) => {
      const { id, name, email, picture, is_admin } = presentUser(row)
      return { id, name, email, picture, is_admin }
    }),
  }
}

export async function findDevUser(ctx: Context, user_id: string): Promise<UserRow> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, user_id))
  if (!user) throw new AppError('not_found', 'Not found')
  return user
}
