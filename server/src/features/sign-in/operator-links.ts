import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { OperatorLink, SetUp } from '#contracts/sign-in.ts'
import { hashSecret, randomToken } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { createOrganization } from '../organizations/create-organization.ts'
import { createUser } from '../users/create-user.ts'
import { type UserRow, users } from '../users/table.ts'
import { type Entered, enter } from './enter.ts'
import { operatorLinks } from './table.ts'

const HOUR_MS = 3_600_000

const noSuchLink = () =>
  new AppError('not_found', 'This link has been used or has expired. Ask your server administrator for a new one')

/** A link that sets up a server without users, for an hour and once; null where there is anybody. */
export async function createSetupLink(ctx: Context): Promise<string | null> {
  if (await hasUsers(ctx)) return null
  return `${ctx.ports.config.BASE_URL}/setup/${await createLink(ctx, null)}`
}

/** A link that signs one person in, for an hour and once, for anyone who runs the server and is locked out. */
export async function createSignInLink(ctx: Context, email: string): Promise<string> {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.trim().toLowerCase()))
  if (!user) throw new AppError('not_found', `Nobody here has the address ${email}`)
  return `${ctx.ports.config.BASE_URL}/sign-in-link/${await createLink(ctx, user.id)}`
}

async function createLink(ctx: Context, user_id: string | null): Promise<string> {
  const token = randomToken(32)
  const now = ctx.now()
  await ctx.db.delete(operatorLinks).where(lt(operatorLinks.expires_at, now))
  const expires_at = new Date(now.getTime() + HOUR_MS)
  await ctx.db.insert(operatorLinks).values({ id: hashSecret(token), user_id, expires_at })
  return token
}

/** What a link is for, as its page shows it; looking changes nothing. */
export async function showLink(ctx: Context, token: string): Promise<OperatorLink> {
  const [found] = await ctx.db
    .select({ user: users })
    .from(operatorLinks)
    .leftJoin(users, eq(users.id, operatorLinks.user_id))
    .where(isLink(ctx, token))
  if (!found) throw noSuchLink()
  if (!found.user) return { kind: 'setup', person: null }
  return { kind: 'sign_in', person: { name: found.user.name?.trim() || null, email: found.user.email } }
}

/** Makes the first user, who administers the platform and owns the first organization, and signs them in. */
export function setUp(ctx: Context, token: string, given: SetUp, former_cookie: string | null): Promise<Entered> {
  return ctx.transaction(async (ctx) => {
    // Of two who set the server up at once, by two links, the second finds the user of the first.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('set-up', 0))`)
    const [link] = await ctx.db
      .delete(operatorLinks)
      .where(and(isLink(ctx, token), isNull(operatorLinks.user_id)))
      .returning()
    if (!link || (await hasUsers(ctx))) throw noSuchLink()
    const user = await createUser(ctx, { name: given.name, email: given.email, is_admin: true })
    await createOrganization(ctx, { name: given.organization, owner_id: user.id })
    return enterAtStart(ctx, user, former_cookie)
  })
}

/** Signs in the person whom the link is for. */
export function signInByLink(ctx: Context, token: string, former_cookie: string | null): Promise<Entered> {
  return ctx.transaction(async (ctx) => {
    const [link] = await ctx.db.delete(operatorLinks).where(isLink(ctx, token)).returning()
    const [user] = link?.user_id ? await ctx.db.select().from(users).where(eq(users.id, link.user_id)) : []
    if (!user) throw noSuchLink()
    return enterAtStart(ctx, user, former_cookie)
  })
}

const enterAtStart = (ctx: Context, user: UserRow, former_cookie: string | null): Promise<Entered> =>
  enter(ctx, user, { invite_code: null, return_path: '/', former_cookie, is_new: false })

const isLink = (ctx: Context, token: string) =>
  and(eq(operatorLinks.id, hashSecret(token)), gt(operatorLinks.expires_at, ctx.now()))

async function hasUsers(ctx: Context): Promise<boolean> {
  const [somebody] = await ctx.db.select({ id: users.id }).from(users).limit(1)
  return somebody !== undefined
}
