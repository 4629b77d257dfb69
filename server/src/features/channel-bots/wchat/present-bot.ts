import type { WchatBot } from '#contracts/wchat-bots.ts'
import type { Context } from '#platform/context.ts'
import type { ChannelBotRow } from '../table.ts'
import { dataOf } from './bot-data.ts'
import { webhookUrl } from './webhook-url.ts'

export function presentBot(ctx: Context, employee_id: string, row: ChannelBotRow | null): WchatBot {
  const events_url = webhookUrl(ctx.ports.config, employee_id)
  if (!row) {
    return {
      channel: 'wchat',
      status: 'disconnected',
      bot: null,
      events_url,
      has_received_events: false,
      has_refused_events: false,
      missing_scopes: [],
      last_error: null,
      enables_private_chats: false,
      is_access_decided: false,
      connected_at: null,
    }
  }
  const { status, username, webhook_error, enables_private_chats, is_access_decided, connected_at } = row
  const {
    team_id,
    team_name,
    team_url,
    user_id,
    missing_scopes,
    has_received_events,
    has_refused_events = false,
  } = dataOf(row)
  return {
    channel: 'wchat',
    status,
    bot: { id: user_id, username, team: { id: team_id, name: team_name, url: team_url } },
    events_url,
    has_received_events,
    has_refused_events: has_refused_events && !has_received_events,
    missing_scopes,
    last_error: webhook_error,
    enables_private_chats,
    is_access_decided,
    connected_at: connected_at.toISOString(),
  }
}
