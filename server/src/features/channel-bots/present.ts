import type { ChannelChat } from '#contracts/bot-chats.ts'
import type { ChannelConnection } from '#contracts/channel-bots.ts'
import type { Context } from '#platform/context.ts'
import type { ChannelChatRow, ChannelConnectionRow } from './table.ts'
import { wchatApp } from './wchat/wchat-app.ts'

export function presentConnection(ctx: Context, row: ChannelConnectionRow | null): ChannelConnection {
  const { status = 'disconnected', team_id = null, team_name = null, connected_at = null } = row ?? {}
  return {
    channel: 'wchat',
    status,
    team: team_id === null ? null : { id: team_id, name: team_name ?? team_id },
    connected_at: connected_at?.toISOString() ?? null,
    is_available: wchatApp(ctx.ports.config) !== null,
  }
}

/** The person or the group, with its topic where that is known; null where nothing is. */
export const chatName = ({ name, topic }: ChannelChatRow): string | null =>
  name === null || topic === null ? name : `${name} / ${topic}`

export function presentChat(row: ChannelChatRow): ChannelChat {
  const { id, chat_id, kind, status, reviewed_at, created_at, last_seen_at } = row
  return {
    id,
    chat_id,
    kind,
    channel_name: chatName(row) ?? chat_id,
    status,
    is_waiting: status === 'disabled' && reviewed_at === null,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
  }
}
