import type { OrgContext } from '../../organizations/context.ts'
import { lockConnection } from '../access.ts'
import { channelDisconnected } from '../audit-actions.ts'
import { changeConnection, nothingConnected } from '../change-connection.ts'
import type { ChannelConnectionRow } from '../table.ts'
import { removeApp } from './remove-app.ts'

/** Ends the connection, then removes the app from the workspace, as soon as Slack can be reached. */
export async function disconnect(ctx: OrgContext): Promise<ChannelConnectionRow> {
  const { row, before } = await ctx.transaction(async (ctx) => {
    const before = await lockConnection(ctx)
    if (before.status === 'disconnected') return { row: before, before }
    const changes = { status: 'disconnected' as const, ...nothingConnected }
    return { row: await changeConnection(ctx, before, channelDisconnected, changes), before }
  })
  const { team_id, bot_token_sealed } = before
  if (team_id && bot_token_sealed) await removeApp(ctx, { team_id, bot_token_sealed, attempt: 1 })
  return row
}
