import type { IdentityProvider } from '#contracts/parties.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { subjectOf } from '../../teammates/subject-of.ts'
import { noSuchAccount } from '../access.ts'
import { integrationDisconnected } from '../audit-actions.ts'
import { removeAccount } from './remove-account.ts'

/** The account and its toolsets go together, or neither does. */
export function disconnectAccount(ctx: TeammateContext, service: IdentityProvider): Promise<void> {
  const { teammate } = ctx
  return ctx.transaction(async (ctx) => {
    const row = await removeAccount(ctx, service)
    if (!row) throw noSuchAccount()
    if (teammate.owned_by_user_id === null)
      await ctx.record(integrationDisconnected, {
        subject: subjectOf(teammate),
        before: { service, account: row.account },
      })
  })
}
