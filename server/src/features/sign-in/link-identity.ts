import type { Context } from '#platform/context.ts'
import type { UserRow } from '../users/table.ts'
import { authIdentities, idpaIdentities } from './table.ts'
import type { VerifiedIdentity } from './verified-identity.ts'

/** Stores the provider's id of this user, and the claims of `idpa` at this sign-in. */
export async function linkIdentity(ctx: Context, user: UserRow, identity: VerifiedIdentity): Promise<void> {
  const { issuer, subject, email, name, picture } = identity
  if (identity.door !== 'idpa') {
    await ctx.db.insert(authIdentities).values({ user_id: user.id, issuer, subject }).onConflictDoNothing()
    return
  }
  const profile = { email, name, picture }
  await ctx.db
    .insert(idpaIdentities)
    .values({ user_id: user.id, subject, ...profile })
    .onConflictDoUpdate({ target: idpaIdentities.user_id, set: { ...profile, updated_at: ctx.now() } })
}
