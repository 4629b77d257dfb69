import type { MsgrBot } from '#contracts/msgr-bots.ts'
import type { Context } from '#platform/context.ts'
import type { ChannelBotRow } from '../table.ts'
import { dataOf } from './bot-data.ts'
import { webhookUrl } from './webhook-url.ts'

export function presentBot(ctx: Context, employee_id: string, row: ChannelBotRow | null): MsgrBot {
  const webhook_url = webhookUrl(ctx.ports.config, employee_id)
  if (!row) {
    return {
      channel: 'msgr',
      status: 'disconnected',
      bot: null,
      webhook_url,
      webhook_problem: null,
      webhook_error: null,
      waiting: null,
      enables_private_chats: false,
      is_access_decided: false,
      connected_at: null,
    }
  }
  const { status, bot_id: id, username, name, reads_groups, webhook_problem, webhook_error } = row
  const { enables_private_chats, is_access_decided, connected_at } = row
  return {
    channel: 'msgr',
    status,
    bot: { id, username, name, reads_groups },
    webhook_url,
    webhook_problem,
    webhook_error,
    waiting: dataOf(row)?.waiting ?? null,
    enables_private_chats,
    is_access_decided,
    connected_at: connected_at.toISOString(),
  }
}
