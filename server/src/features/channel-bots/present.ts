import type { ChannelConnection } from '#contracts/channel-bots.ts'
import type { Context } from '#platform/context.ts'
import type { ChannelConnectionRow } from './table.ts'
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
