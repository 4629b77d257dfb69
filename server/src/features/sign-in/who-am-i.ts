import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Role } from '#contracts/organizations.ts'
import type { WhoAmI } from '#contracts/users.ts'
import type { Context } from '#platform/context.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { membershipsOf } from '../organizations/access.ts'
import { createOrganization } from '../organizations/create-organization.ts'
import { presentCurrentOrganization } from '../organizations/present.ts'
import { memberships, type OrganizationRow, organizations } from '../organizations/table.ts'
import { chooseOrganization } from '../users/choose-organization.ts'
import { extendSession, sessionId } from '../users/find-session.ts'
import { presentUser } from '../users/present.ts'
import { socketToken } from '../users/socket-token.ts'
import { sessions, type UserRow, users } from '../users/table.ts'
import { idpaIdentities } from './table.ts'

const nobody: WhoAmI = { user: null, wsToken: null, current_organization_id: null, currentOrganization: null }

/** All that the first request of every page asks about a session, in one round trip. */
const bootstrap = defineSharedRead((db) =>
  db
    .select({
      session: sessions,
      user: users,
      organization: organizations,
      role: memberships.role,
      linked: idpaIdentities,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .leftJoin(
      memberships,
      and(
        eq(memberships.user_id, users.id),
        eq(memberships.organization_id, users.current_organization_id),
        isNull(memberships.removed_at),
      ),
    )
    .leftJoin(idpaIdentities, eq(idpaIdentities.user_id, users.id))
    .leftJoin(organizations, eq(organizations.id, memberships.organization_id))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare('who_am_i'),
)

/** Session bootstrap: who is signed in, and in which organization they work. */
export async function whoAmI(ctx: Context, cookie: string | null): Promise<WhoAmI> {
  if (!cookie) return nobody
  const [found] = await bootstrap(ctx.db, { id: sessionId(ctx, cookie) })
  const now = ctx.now()
  // The contract: without a valid websocket token nobody is signed in.
  if (!found || found.session.expires_at <= now || found.session.ws_expires_at <= now) return nobody
  await extendSession(ctx, found.session)

  const { user, session, linked } = found
  const current =
    found.organization && found.role
      ? { organization: found.organization, role: found.role }
      : await enterOrganization(ctx, user)
  return {
    user: { ...presentUser(user, linked), current_organization_id: current?.organization.id ?? null },
    wsToken: socketToken(ctx, session.id),
    current_organization_id: current?.organization.id ?? null,
    currentOrganization: current ? presentCurrentOrganization(current.organization, current.role) : null,
  }
}

/** Finds the user another organization to work in, or makes one of their own. */
function enterOrganization(ctx: Context, user: UserRow): Promise<{ organization: OrganizationRow; role: Role } | null> {
  return ctx.transaction(async (ctx) => {
    // Two first requests at once must not make two organizations.
    await ctx.db.select().from(users).where(eq(users.id, user.id)).for('update')
    const [first] = await membershipsOf(ctx, user.id)
    if (first) {
      await chooseOrganization(ctx, user.id, first.organization.id)
      return first
    }
    if (ctx.ports.config.ONE_ORGANIZATION_MODE) return null
    return {
      organization: await createOrganization(ctx, { name: 'My Organization', owner_id: user.id }),
      role: 'owner',
    }
  })
}
