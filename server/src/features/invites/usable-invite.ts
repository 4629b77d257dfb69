import { and, eq, isNull } from 'drizzle-orm'
import type { Role } from '#contracts/organizations.ts'
import type { Context } from '#platform/context.ts'
import { isAdmin } from '../organizations/access.ts'
import { memberships, type OrganizationRow, organizations } from '../organizations/table.ts'
import { type InviteRow, organizationInvites } from './table.ts'

/** The link of an invite with the person who made it, where they still belong to the organization. */
export const byInviter = and(
  eq(memberships.organization_id, organizationInvites.organization_id),
  eq(memberships.user_id, organizationInvites.invited_by),
  isNull(memberships.removed_at),
)

export type InviteState = InviteRow['status'] | 'Expired'

type Judged = { invite: InviteRow; inviter: { role: Role } | null }

/** Anyone who may not invite any more has invited nobody: otherwise they could come back by a link of their own. */
export function stateOf({ invite, inviter }: Judged, now: Date | null = null): InviteState {
  if (invite.status !== 'Pending') return invite.status
  if (!inviter || !isAdmin(inviter.role)) return 'Cancelled'
  return now && invite.expires_at <= now ? 'Expired' : 'Pending'
}

type LockedInvite = { invite: InviteRow; organization: OrganizationRow; state: InviteState }

/** The invite with this code, locked until the transaction ends: acceptances of one invite follow each other. */
export async function lockInvite(ctx: Context, code: string): Promise<LockedInvite | null> {
  const [found] = await ctx.db
    .select({ invite: organizationInvites, organization: organizations, inviter: memberships })
    .from(organizationInvites)
    .innerJoin(organizations, eq(organizations.id, organizationInvites.organization_id))
    .leftJoin(memberships, byInviter)
    .where(eq(organizationInvites.code, code))
    .for('update', { of: organizationInvites })
  return found ? { ...found, state: stateOf(found, ctx.now()) } : null
}

/** The invite with this code as long as someone can join by it, locked until the transaction ends. */
export async function lockUsableInvite(ctx: Context, code: string): Promise<InviteRow | null> {
  const found = await lockInvite(ctx, code)
  return found?.state === 'Pending' ? found.invite : null
}
