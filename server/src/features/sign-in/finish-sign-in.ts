import { EmailAddress } from '#contracts/email-address.ts'
import type { Context } from '#platform/context.ts'
import { type Arrival, type Entered, enter } from './enter.ts'
import { findAccount } from './find-account.ts'
import { linkIdentity } from './link-identity.ts'
import { register } from './register.ts'
import { saveProfile } from './save-profile.ts'
import type { VerifiedIdentity } from './verified-identity.ts'

/**
 * Signs in the person whom a provider vouches for: the account is found, linked or made, the session begins and the invite is
 * accepted in one transaction, so that a crash leaves either all of it or nothing. 403 where the registration policy
 * or an unverified address is in the way.
 */
export function finishSignIn(ctx: Context, given: VerifiedIdentity, arrival: Arrival): Promise<Entered> {
  // As invites and accounts have it; what is no address is none.
  const identity = { ...given, email: EmailAddress.safeParse(given.email).data ?? null }
  return ctx.transaction(async (ctx) => {
    const known = await findAccount(ctx, identity)
    const { user, is_new } = known ? { user: known, is_new: false } : await register(ctx, identity, arrival.invite_code)
    await linkIdentity(ctx, user, identity)
    await saveProfile(ctx, user, identity)
    return enter(ctx, user, { ...arrival, is_new })
  })
}
