import { and, asc, eq, gt, isNull, notExists, or, sql } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { memberships, organizations } from '../../organizations/table.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { oauthIntegrations } from '../table.ts'
import { removeAccount } from './remove-account.ts'

/** A removal is undone within seconds, or not at all. */
const UNDONE_WITHIN_MS = 60_000
const BATCH = 100

/**
 * Removes the accounts of personal assistants whose owner has left the organization: they are the owner's own, nobody works with
 * them any more, and nobody who is left could see or disconnect them.
 */
export async function removeAccountsOfFormerMembers(ctx: Context): Promise<void> {
  const still = ctx.db
    .select({ found: sql`1` })
    .from(memberships)
    .where(
      and(
        eq(memberships.organization_id, aiEmployees.organization_id),
        eq(memberships.user_id, aiEmployees.owned_by_user_id),
        or(
          isNull(memberships.removed_at),
          gt(memberships.removed_at, new Date(ctx.now().getTime() - UNDONE_WITHIN_MS)),
        ),
      ),
    )
  const left = await ctx.db
    .select({ service: oauthIntegrations.service, teammate: aiEmployees, organization: organizations })
    .from(oauthIntegrations)
    .innerJoin(aiEmployees, eq(aiEmployees.id, oauthIntegrations.employee_id))
    .innerJoin(organizations, eq(organizations.id, oauthIntegrations.organization_id))
    .where(and(sql`${aiEmployees.owned_by_user_id} is not null`, notExists(still)))
    .orderBy(asc(oauthIntegrations.id))
    .limit(BATCH)
  for (const { service, teammate, organization } of left)
    await extendContext(ctx, { organization, teammate }).transaction(
      async (ctx) => void (await removeAccount(ctx, service)),
    )
}
