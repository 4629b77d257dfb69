import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { type UserRow, users } from '../users/table.ts'
import { authIdentities, idpaIdentities } from './table.ts'
import type { VerifiedIdentity } from './verified-identity.ts'

/**
 * The account of an identity: its own, else that of the account at `idpa` behind it, else that of its verified address.
 * An address alone does not open the account of someone else whom the same provider knows: addresses are given to others
 * when people leave.
 */
export async function findAccount(ctx: Context, identity: VerifiedIdentity): Promise<UserRow | null> {
  const findOwn = () => (identity.door === 'idpa' ? byIdpa(ctx, identity.subject) : byIdentity(ctx, identity))
  const own = await findOwn()
  if (own) return own
  const behind = identity.idpa_subject ? await byIdpa(ctx, identity.idpa_subject) : null
  const found = behind ?? (await byAddress(ctx, identity))
  if (!found || !(await isAnothers(ctx, found, identity))) return found
  // Each statement sees what is committed by then: a person who came twice at once may have got an account since the first one.
  const made = await findOwn()
  if (made) return made
  throw takenAddress()
}

const takenAddress = () =>
  new AppError('forbidden', 'This e-mail address belongs to another account', { code: 'EMAIL_TAKEN' })

async function byIdentity(ctx: Context, { issuer, subject }: VerifiedIdentity): Promise<UserRow | null> {
  const [found] = await ctx.db
    .select({ user: users })
    .from(authIdentities)
    .innerJoin(users, eq(users.id, authIdentities.user_id))
    .where(and(eq(authIdentities.issuer, issuer), eq(authIdentities.subject, subject)))
  return found?.user ?? null
}

async function byIdpa(ctx: Context, subject: string): Promise<UserRow | null> {
  const [found] = await ctx.db
    .select({ user: users })
    .from(idpaIdentities)
    .innerJoin(users, eq(users.id, idpaIdentities.user_id))
    .where(eq(idpaIdentities.subject, subject))
  return found?.user ?? null
}

async function byAddress(ctx: Context, { email, is_email_verified }: VerifiedIdentity): Promise<UserRow | null> {
  if (!email || !is_email_verified) return null
  const [found] = await ctx.db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  return found ?? null
}

/** Whether the provider knows the owner of this account as someone else. */
async function isAnothers(ctx: Context, user: UserRow, { door, issuer }: VerifiedIdentity): Promise<boolean> {
  const others =
    door === 'idpa'
      ? ctx.db.select({ of: idpaIdentities.user_id }).from(idpaIdentities).where(eq(idpaIdentities.user_id, user.id))
      : ctx.db
          .select({ of: authIdentities.user_id })
          .from(authIdentities)
          .where(and(eq(authIdentities.user_id, user.id), eq(authIdentities.issuer, issuer)))
  return (await others).length > 0
}
