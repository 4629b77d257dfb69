import { and, eq, isNull } from 'drizzle-orm'
import type { WchatAccount } from '#contracts/channel-bots.ts'
import type { MemberContext, OrgContext } from '../../../organizations/context.ts'
import { memberships } from '../../../organizations/table.ts'
import { ensureAlly } from '../../../teammates/ensure-ally.ts'
import { aiEmployees, type TeammateRow } from '../../../teammates/table.ts'
import { lockConnection } from '../../access.ts'
import { accountLinked, accountUnlinked } from '../../audit-actions.ts'
import type { BotContext } from '../../context.ts'
import { channelAccounts } from '../../table.ts'
import { dataOf } from '../bot-data.ts'
import { redeemLink } from './link-token.ts'

const isOf = ({ organization }: OrgContext) =>
  and(eq(channelAccounts.organization_id, organization.id), eq(channelAccounts.channel, 'wchat'))

/** The personal assistant of the member who has linked the account; null if it is not linked, or they left the organization. */
export async function findAllyOfAccount(ctx: OrgContext, account_id: string): Promise<TeammateRow | null> {
  const [found] = await ctx.db
    .select({ teammate: aiEmployees })
    .from(channelAccounts)
    .innerJoin(
      memberships,
      and(
        eq(memberships.organization_id, channelAccounts.organization_id),
        eq(memberships.user_id, channelAccounts.user_id),
        isNull(memberships.removed_at),
      ),
    )
    .innerJoin(
      aiEmployees,
      and(
        eq(aiEmployees.organization_id, channelAccounts.organization_id),
        eq(aiEmployees.owned_by_user_id, channelAccounts.user_id),
        isNull(aiEmployees.deleted_at),
      ),
    )
    .where(and(isOf(ctx), eq(channelAccounts.account_id, account_id)))
  return found?.teammate ?? null
}

/** Through the connection of the organization an assistant answers the account that its owner has linked, as it is now. */
export async function acceptsSender(ctx: BotContext, sender_id: string): Promise<boolean> {
  const { is_of_organization, team_id } = dataOf(ctx.bot)
  if (!is_of_organization) return true
  return (await findAllyOfAccount(ctx, `${team_id}:${sender_id}`))?.id === ctx.teammate.id
}

export async function showAccount(ctx: MemberContext): Promise<WchatAccount> {
  const [row] = await ctx.db
    .select()
    .from(channelAccounts)
    .where(and(isOf(ctx), eq(channelAccounts.user_id, ctx.user.id)))
  return { account: row ? { id: row.account_id, name: row.name, linked_at: row.linked_at.toISOString() } : null }
}

/** Links the account of the link to the caller, in place of the one before; it is taken from the person who had it. */
export async function linkAccount(ctx: MemberContext, token: string): Promise<WchatAccount> {
  return ctx.transaction(async (ctx) => {
    const { account_id, name } = await redeemLink(ctx, token)
    // One after the other: a link at the same time does not see what is not committed yet.
    await lockConnection(ctx)
    await ensureAlly(ctx)
    const before = await showAccount(ctx)
    await ctx.db.delete(channelAccounts).where(and(isOf(ctx), eq(channelAccounts.user_id, ctx.user.id)))
    await ctx.db.delete(channelAccounts).where(and(isOf(ctx), eq(channelAccounts.account_id, account_id)))
    const { organization, user } = ctx
    const linked_at = ctx.now()
    const values = {
      organization_id: organization.id,
      channel: 'wchat',
      account_id,
      user_id: user.id,
      name,
      linked_at,
    } as const
    await ctx.db.insert(channelAccounts).values(values)
    const after = await showAccount(ctx)
    await ctx.record(accountLinked, { subject: subjectOf(ctx), before, after })
    return after
  })
}

export function unlinkAccount(ctx: MemberContext): Promise<WchatAccount> {
  return ctx.transaction(async (ctx) => {
    const before = await showAccount(ctx)
    if (!before.account) return before
    await ctx.db.delete(channelAccounts).where(and(isOf(ctx), eq(channelAccounts.user_id, ctx.user.id)))
    await ctx.record(accountUnlinked, { subject: subjectOf(ctx), before })
    return { account: null }
  })
}

const subjectOf = ({ user }: MemberContext) => ({ type: 'user', id: user.id, name: user.name })
