import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { lockUsableInvite } from '../invites/usable-invite.ts'
import { createUser } from '../users/create-user.ts'
import type { UserRow } from '../users/table.ts'
import { findAccount } from './find-account.ts'
import { profileOf } from './save-profile.ts'
import type { VerifiedIdentity } from './verified-identity.ts'

/** Makes an account for an identity that has none, where the registration policy allows one; inside a transaction. */
export async function register(
  ctx: Context,
  identity: VerifiedIdentity,
  invite_code: string | null,
): Promise<{ user: UserRow; is_new: boolean }> {
  const { email } = identity
  if (!email || !identity.is_email_verified) {
    throw new AppError('forbidden', 'Your e-mail address has to be verified first', { code: 'EMAIL_NOT_VERIFIED' })
  }
  // Of two who come with one address at once, the second finds the account of the first.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up:${email.toLowerCase()}`}, 0))`)
  const made = await findAccount(ctx, identity)
  if (made) return { user: made, is_new: false }
  if (ctx.ports.config.ONLY_INVITED_USERS) await requireInvite(ctx, email, invite_code)
  return { user: await createUser(ctx, { email, ...profileOf(identity) }), is_new: true }
}

/** The invite stays locked until the transaction ends, so that one for one person lets one person in. */
async function requireInvite(ctx: Context, email: string, code: string | null): Promise<void> {
  if (!code) throw new AppError('forbidden', 'Registration is by invitation only')
  const invite = await lockUsableInvite(ctx, code)
  const isProviderUrl = !invite?.email || invite.email.toLowerCase() === email.toLowerCase()
  if (!invite || !isProviderUrl) throw new AppError('forbidden', 'Invite is invalid or has expired')
}
