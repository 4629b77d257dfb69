import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { hmacSignature, type SignedCaller, secretHeader, signedBy } from '#platform/http/signed-by.ts'
import { bearerToken, noValidToken } from '#platform/http/token-caller.ts'
import { idOrNothing } from '#platform/id.ts'
import { organizations } from '../organizations/table.ts'
import { aiEmployees } from '../teammates/table.ts'
import type { BotContext, TchatContext, WchatEventContext } from './context.ts'
import { type ChannelBotRow, channelBots } from './table.ts'
import { readToken } from './tchat/read-token.ts'
import { recordRefusedEvent } from './wchat/record-refused-event.ts'

/** A bot with its teammate and organization, in one round trip, because each webhook request of a platform reads them. */
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

async function findTarget(ctx: Context, request: FastifyRequest, channel: ChannelBotRow['channel']) {
  const { employee_id = '' } = request.params as { employee_id?: string }
  const [found] = await byTeammate(ctx.db, { employee_id: idOrNothing(employee_id), channel })
  if (!found) return null
  return { secrets: [ctx.ports.cipher.decrypt(found.bot.webhook_secret_sealed)], ctx: extendContext(ctx, found) }
}

/**
 * Admits requests for inactive organizations too: after a refusal the platform would send the same update again and again.
 */
export const msgrPlatform: SignedCaller<BotContext> = signedBy<BotContext>({
  scheme: secretHeader('x-telegram-bot-api-secret-token'),
  find: (ctx, request) => findTarget(ctx, request, 'msgr'),
})

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
const slackSignature = hmacSignature({
  signatureHeader: 'x-slack-signature',
  timestampHeader: 'x-slack-request-timestamp',
  prefix: 'v0=',
  before: (timestamp) => `v0:${timestamp}:`,
})

const signedBySlack = signedBy<BotContext>({
  scheme: slackSignature,
  find: (ctx, request) => findTarget(ctx, request, 'wchat'),
})

/**
 * Slack verifies a Request URL before the signing secret can be entered here, so a challenge needs no signature: its
 * answer tells nothing but what was sent.
 */
export const wchatPlatform: SignedCaller<WchatEventContext> = {
  bodyLimitBytes: signedBySlack.bodyLimitBytes,
  async admit(ctx, request, route, readRaw) {
    const rawBody = await readRaw()
    try {
      const admitted = await signedBySlack.admit(ctx, request, route, async () => rawBody)
      return { ...admitted, ctx: extendContext(admitted.ctx, { signed: admitted.ctx }) }
    } catch (error) {
      if (isChallenge(rawBody)) return { ctx: extendContext(ctx, { signed: null }), rawBody }
      if (request.headers['x-slack-signature']) {
        const target = await findTarget(ctx, request, 'wchat')
        if (target) await recordRefusedEvent(target.ctx, rawBody)
      }
      throw error
    }
  },
}

/** Slack, by a signature with the secret of the app that this server is. */
export const wchatApp: SignedCaller<Context> = signedBy<Context>({
  scheme: slackSignature,
  find: async (ctx) => {
    const { WCHAT_SIGNING_SECRET: secret } = ctx.ports.config
    return secret ? { secrets: [secret], ctx } : null
  },
})

const Challenge = z.object({ type: z.literal('url_verification'), challenge: z.string() })
const MAX_CHALLENGE_BYTES = 4096

function isChallenge(rawBody: Buffer): boolean {
  if (rawBody.length > MAX_CHALLENGE_BYTES) return false
  try {
    return Challenge.safeParse(JSON.parse(rawBody.toString())).success
  } catch {
    return false
  }
}

/** Verifies the token before the body is read. That the body names the same service is checked once it is read. */
export async function tchatPlatform(ctx: Context, request: FastifyRequest): Promise<TchatContext> {
  const { employee_id = '' } = request.params as { employee_id?: string }
  const token = bearerToken(request)
  if (!token) throw noValidToken()
  const [found] = await byTeammate(ctx.db, { employee_id: idOrNothing(employee_id), channel: 'tchat' })
  if (!found) throw noValidToken()
  return extendContext(ctx, { ...found, ...(await readToken(ctx, token, found.bot.bot_id)) })
}
