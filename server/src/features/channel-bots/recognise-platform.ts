import { and, eq, sql } from 'drizzle-orm'
import { widen } from '#platform/bus/unit.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { type SignedCaller, secretHeader, signedBy } from '#platform/http/signed-by.ts'
import { idOrNothing } from '#platform/id.ts'
import { organizations } from '../organizations/table.ts'
import { aiEmployees } from '../teammates/table.ts'
import type { BotContext } from './context.ts'
import { channelBots } from './table.ts'

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
