import type { TeammateWork } from '../../../teammates/context.ts'
import { findConnection } from '../../access.ts'
import { findBotOfConversation } from '../../bots/find-bot-of-conversation.ts'
import type { ChannelBotRow, ChannelConnectionRow } from '../../table.ts'
import type { SlackBotData } from '../bot-data.ts'

/** The bot of the organization's connection, as the one of a personal assistant; null where none is connected. */
export async function findOrganizationBot(ctx: TeammateWork): Promise<ChannelBotRow | null> {
  const connection = await findConnection(ctx)
  return connection && botOfConnection(ctx, connection)
}

/** The bot that is in the chat of a conversation: the teammate's own, or the one of the organization's connection. */
export async function findBotOfChat(
  ctx: TeammateWork,
  conversation_id: string,
): Promise<{ channel: string; bot: ChannelBotRow } | null> {
  const { chat, bot } = (await findBotOfConversation(ctx, conversation_id)) ?? {}
  const inChat = chat?.is_of_organization ? await findOrganizationBot(ctx) : bot
  return chat && inChat?.status === 'active' ? { channel: chat.chat_id, bot: inChat } : null
}

export function botOfConnection({ teammate }: TeammateWork, connection: ChannelConnectionRow): ChannelBotRow | null {
  const { organization_id, status, team_id, team_name, bot_user_id, bot_token_sealed, connected_at } = connection
  if (status === 'disconnected' || !team_id || !bot_user_id || !bot_token_sealed || !connected_at) return null
  return {
    organization_id,
    employee_id: teammate.id,
    channel: 'wchat',
    status,
    bot_id: `${team_id}:${bot_user_id}`,
    username: bot_user_id,
    name: bot_user_id,
    reads_groups: false,
    token_sealed: bot_token_sealed,
    webhook_secret_sealed: '',
    webhook_problem: null,
    webhook_error: null,
    platform_data: {
      team_id,
      team_name: team_name ?? team_id,
      team_url: null,
      user_id: bot_user_id,
      missing_scopes: [],
      has_received_events: true,
      is_of_organization: true,
    } satisfies SlackBotData,
    // Who has linked an account has decided.
    enables_private_chats: true,
    is_access_decided: true,
    connected_at,
    checked_at: connected_at,
  }
}
