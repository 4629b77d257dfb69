import type { TchatBot } from '#contracts/tchat-bots.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { tchatBotUpdated } from '../events.ts'
import type { ChannelBotRow } from '../table.ts'
import { tenantIdOf } from './bot-caller.ts'
import { messagingEndpoint } from './messaging-endpoint.ts'

export function presentBot(ctx: OrgContext, { id }: Pick<TeammateRow, 'id'>, row: ChannelBotRow | null): TchatBot {
  return {
    channel: 'tchat',
    status: row?.status ?? 'disconnected',
    bot: row && { app_id: row.bot_id, tenant_id: tenantIdOf(row) },
    messaging_endpoint: messagingEndpoint(ctx.ports.config, id),
    error: row?.webhook_error ?? null,
    enables_private_chats: row?.enables_private_chats ?? false,
    is_access_decided: row?.is_access_decided ?? false,
    connected_at: row?.connected_at.toISOString() ?? null,
  }
}

export function announceBot(ctx: OrgContext, teammate: TeammateRow, row: ChannelBotRow | null): Promise<void> {
  const { id: employee_id, organization_id } = teammate
  return ctx.emit(tchatBotUpdated, { ...presentBot(ctx, teammate, row), organization_id, employee_id }, teammate)
}
