import { and, eq } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { type ChannelConnectionRow, organizationChannelConnections } from './table.ts'

export const isConnectionOf = ({ organization }: Pick<OrgContext, 'organization'>) =>
  and(
    eq(organizationChannelConnections.organization_id, organization.id),
    eq(organizationChannelConnections.channel, 'wchat'),
  )

export async function findConnection(ctx: OrgContext): Promise<ChannelConnectionRow | null> {
  const [row] = await ctx.db.select().from(organizationChannelConnections).where(isConnectionOf(ctx))
  return row ?? null
}

/** The organization's row, held until the transaction ends; a first one is disconnected. */
export async function lockConnection(ctx: OrgContext): Promise<ChannelConnectionRow> {
  const values = { organization_id: ctx.organization.id, channel: 'wchat' as const }
  await ctx.db.insert(organizationChannelConnections).values(values).onConflictDoNothing()
  const [row] = await ctx.db.select().from(organizationChannelConnections).where(isConnectionOf(ctx)).for('update')
  if (!row) throw new Error('The connection was not written')
  return row
}
