import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { widen } from '#platform/bus/unit.ts'
import type { Context } from '#platform/context.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { type SignedCaller, secretHeader, signedBy } from '#platform/http/signed-by.ts'
import { bearerToken, noValidToken } from '#platform/http/token-caller.ts'
import { idOrNothing } from '#platform/id.ts'
import { organizations } from '../organizations/table.ts'
import { aiEmployees } from '../teammates/table.ts'
import type { BotContext, TchatContext } from './context.ts'
import { channelBots } from './table.ts'
import { readToken } from './tchat/read-token.ts'

const byTeammate = defineSharedRead((db) =>
  db
    .select({ bot: channelBots, teammate: aiEmployees, organization: organizations })
    .from(channelBots)
    .innerJoin(aiEmployees, eq(aiEmployees.id, channelBots.employee_id))
    .innerJoin(organizations, eq(organizations.id, channelBots.organization_id))
    .where(
      and(
        eq(channelBots.employee_id, sql.placeholder('employee_id')),
        eq(channelBots.channel, sql.placeholder('channel')),
      ),
    )
    .prepare('find_bot_of_webhook'),
)

/** An inactive organization is no refusal: the platform would send the same again and again. */
export const msgrPlatform: SignedCaller<BotContext> = signedBy<BotContext>({
  scheme: secretHeader('x-telegram-bot-api-secret-token'),
  async find(ctx, request) {
    const { employee_id = '' } = request.params as { employee_id?: string }
    const [found] = await byTeammate(ctx.db, { employee_id: idOrNothing(employee_id), channel: 'msgr' })
    if (!found) return null
    return { secrets: [ctx.ports.cipher.decrypt(found.bot.webhook_secret_sealed)], ctx: widen(ctx, found) }
  },
})

/** The token is judged before the body is read; that the body is of the service that it names is judged with the body. */
export async function tchatPlatform(ctx: Context, request: FastifyRequest): Promise<TchatContext> {
  const { employee_id = '' } = request.params as { employee_id?: string }
  const token = bearerToken(request)
  if (!token) throw noValidToken()
  const [found] = await byTeammate(ctx.db, { employee_id: idOrNothing(employee_id), channel: 'tchat' })
  if (!found) throw noValidToken()
  return widen(ctx, { ...found, ...(await readToken(ctx, token, found.bot.bot_id)) })
}
