import type { AuditActionType } from '#platform/audit-action.ts'
import type { OrgContext } from '../organizations/context.ts'
import { isConnectionOf } from './access.ts'
import { channelConnectionUpdated } from './events.ts'
import { presentConnection } from './present.ts'
import { type ChannelConnectionRow, organizationChannelConnections } from './table.ts'

type Changes = Partial<Omit<ChannelConnectionRow, 'organization_id' | 'channel'>>

export const nothingConnected = {
  team_id: null,
  team_name: null,
  app_id: null,
  bot_user_id: null,
  bot_token_sealed: null,
  connected_at: null,
  checked_at: null,
}

/** Changes the row that the caller has locked, tells everyone, and keeps who did it; null: it happened by itself. */
export async function changeConnection(
  ctx: OrgContext,
  before: ChannelConnectionRow,
  action: AuditActionType | null,
  changes: Changes,
): Promise<ChannelConnectionRow> {
  const [row] = await ctx.db.update(organizationChannelConnections).set(changes).where(isConnectionOf(ctx)).returning()
  if (!row) throw new Error('The connection is gone')
  const { organization_id, channel } = row
  await ctx.emit(channelConnectionUpdated, { ...presentConnection(ctx, row), organization_id })
  const auditedConnection = ({ status, team_id, team_name }: ChannelConnectionRow) => ({ status, team_id, team_name })
  const subject = { type: 'channel_connection', id: channel, name: row.team_name ?? before.team_name }
  if (action) await ctx.record(action, { subject, before: auditedConnection(before), after: auditedConnection(row) })
  return row
}
