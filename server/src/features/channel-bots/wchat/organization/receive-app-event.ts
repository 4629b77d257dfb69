import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { PlatformEventReceived } from '#contracts/bot-chats.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import type { OrgContext } from '../../../organizations/context.ts'
import { organizations } from '../../../organizations/table.ts'
import type { SeenChat } from '../../bots/register-chat.ts'
import { storeUpdate } from '../../bots/store-update.ts'
import { type ChannelConnectionRow, organizationChannelConnections } from '../../table.ts'
import { invalidateConnection } from '../check-connections.ts'
import { nameChat } from '../name-chat.ts'
import {
  answerThread,
  filesOf,
  isByPerson,
  isFromBefore,
  isPrivate,
  SlackEnvelope,
  type SlackMessage,
} from '../read-event.ts'
import { findAllyOfAccount } from './accounts.ts'
import { botOfConnection } from './find-bot.ts'
import { inviteToDirectMessage, inviteToLink } from './invite.ts'

const AppEnvelope = SlackEnvelope.extend({ api_app_id: z.string() })

/** An event for the app of this server: its organization is the one that has connected the workspace. */
export async function receiveAppEvent(
  ctx: Context,
  body: { type: string; challenge?: unknown },
): Promise<PlatformEventReceived> {
  if (body.type === 'url_verification' && typeof body.challenge === 'string') return { challenge: body.challenge }
  const envelope = AppEnvelope.safeParse(body)
  if (!envelope.success) return { ok: true }
  const { api_app_id, team_id, authorizations, event, event_time } = envelope.data
  if (api_app_id !== ctx.ports.config.WCHAT_APP_ID) {
    ctx.log.warn({ api_app_id }, 'an event of another Slack app came to the one of this server')
    return { ok: true }
  }
  // Of a channel that is shared with another workspace, that one may be named first.
  const found = await findConnectionOfTeam(ctx, authorizations?.[0]?.team_id ?? team_id)
  if (!found) return { ok: true }
  const { connection, organization } = found
  if (organization.status !== 'active') return { ok: true, code: 'ORGANIZATION_INACTIVE' }
  const orgCtx = extendContext(ctx, { organization })
  const { bot_token_sealed, bot_user_id, connected_at } = connection
  const isRevoked = event.type === 'tokens_revoked' && bot_user_id && event.tokens.bot?.includes(bot_user_id)
  const isRemoval = event.type === 'app_uninstalled' || isRevoked
  if (bot_token_sealed && isRemoval && !isFromBefore(connected_at, event_time))
    await invalidateConnection(orgCtx, bot_token_sealed)
  if (event.type === 'message' || event.type === 'app_mention') await receiveMessage(orgCtx, connection, event)
  return { ok: true }
}

async function findConnectionOfTeam(ctx: Context, team_id: string) {
  const [found] = await ctx.db
    .select({ connection: organizationChannelConnections, organization: organizations })
    .from(organizationChannelConnections)
    .innerJoin(organizations, eq(organizations.id, organizationChannelConnections.organization_id))
    .where(
      and(
        eq(organizationChannelConnections.channel, 'wchat'),
        eq(organizationChannelConnections.team_id, team_id),
        eq(organizationChannelConnections.status, 'active'),
      ),
    )
  return found ?? null
}

/** Rule 12: only a linked account starts a run, of its owner's personal assistant, and only in a direct message. */
async function receiveMessage(ctx: OrgContext, connection: ChannelConnectionRow, message: SlackMessage): Promise<void> {
  const { channel, user, ts } = message
  const { team_id, bot_user_id } = connection
  if (!user || !team_id || !bot_user_id || !isByPerson(message, bot_user_id)) return
  if (!isPrivate(message)) {
    if (message.type === 'app_mention') inviteToDirectMessage(ctx, connection, message)
    return
  }
  const teammate = await findAllyOfAccount(ctx, `${team_id}:${user}`)
  const bot = teammate && botOfConnection(extendContext(ctx, { teammate }), connection)
  if (!teammate || !bot) return inviteToLink(ctx, connection, message)
  const botCtx = extendContext(ctx, { teammate, bot })
  const seen: SeenChat = { chat_id: channel, kind: 'private', name: undefined, is_of_organization: true }
  await storeUpdate(botCtx, seen, {
    external_id: `${channel}:${ts}`,
    body: message,
    sender_id: user,
    file_count: filesOf(message).length,
    platform_message_id: ts,
    thread_id: answerThread(message),
  })
  nameChat(botCtx, seen, user)
}
