import type { OrgContext } from '../../organizations/context.ts'
import { lockConnection } from '../access.ts'
import { channelDisconnected } from '../audit-actions.ts'
import { changeConnection, nothingConnected } from '../change-connection.ts'
import type { ChannelConnectionRow } from '../table.ts'
import { revokeToken } from './slack-api.ts'

/** Ends the connection, then revokes its token at Slack, if that can be reached. */
export async function disconnect(ctx: OrgContext): Promise<ChannelConnectionRow> {
  const { cipher, config } = ctx.ports
  const { row, token } = await ctx.transaction(async (ctx) => {
    const before = await lockConnection(ctx)
    if (before.status === 'disconnected') return { row: before, token: null }
    const changes = { status: 'disconnected' as const, ...nothingConnected }
    const row = await changeConnection(ctx, before, channelDisconnected, changes)
    return { row, token: before.bot_token_sealed && cipher.decrypt(before.bot_token_sealed) }
  })
  if (token && !(await revokeToken(config, token))) {
    ctx.log.warn('the platform could not be told that a workspace was disconnected')
  }
  return row
}
