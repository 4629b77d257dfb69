import { eq } from 'drizzle-orm'
import type { IdentityProvider } from '#contracts/parties.ts'
import { unassignToolsetsOf } from '../../connectors/assign-toolsets-of.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { subjectOf } from '../../teammates/subject-of.ts'
import { lockIntegration, noSuchAccount } from '../access.ts'
import { integrationDisconnected } from '../acts.ts'
import { integrationChanged } from '../events.ts'
import { oauthIntegrations } from '../table.ts'
import { forgetGrant } from './forget-grant.ts'

/** Removes the account with its toolsets, both or neither; the provider hears of it afterwards. */
export function disconnectAccount(ctx: TeammateContext, service: IdentityProvider): Promise<void> {
  const { organization, teammate } = ctx
  return ctx.transaction(async (ctx) => {
    const row = await lockIntegration(ctx, teammate, service)
    if (!row) throw noSuchAccount()
    await ctx.db.delete(oauthIntegrations).where(eq(oauthIntegrations.id, row.id))
    await unassignToolsetsOf(ctx, service)
    if (teammate.owned_by_user_id === null)
      await ctx.record(integrationDisconnected, {
        subject: subjectOf(teammate),
        before: { service, account: row.account },
      })
    const changed = { organization_id: organization.id, employee_id: teammate.id, service }
    await ctx.emit(integrationChanged, changed, teammate)
    await forgetGrant(ctx, row)
  })
}
