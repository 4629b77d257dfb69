import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { memberships, organizations } from '../organizations/table.ts'
import { users } from '../users/table.ts'
import { type InviteRow, organizationInvites } from './table.ts'
import { byInviter, stateOf } from './usable-invite.ts'

export const noSuchInvite = () => new AppError('not_found', 'Invite not found')

/** Invites with their organization and who made them, the newest first. */
export const invitesWithInviter = ({ db }: Context) =>
  db
    .select({ invite: organizationInvites, organization: organizations, inviter: memberships, inviting: users })
    .from(organizationInvites)
    .innerJoin(organizations, eq(organizations.id, organizationInvites.organization_id))
    .leftJoin(memberships, byInviter)
    .leftJoin(users, eq(users.id, organizationInvites.invited_by))
    .orderBy(desc(organizationInvites.created_at), desc(organizationInvites.id))
    .$dynamic()

/** A pending invite of the organization, locked until the transaction ends; what is not pending is read-only. */
export async function lockPendingInvite(ctx: OrgContext, id: string): Promise<InviteRow> {
  const [found] = await ctx.db
    .select({ invite: organizationInvites, inviter: memberships })
    .from(organizationInvites)
    .leftJoin(memberships, byInviter)
    .where(and(eq(organizationInvites.organization_id, ctx.organization.id), eq(organizationInvites.id, id)))
    .for('update', { of: organizationInvites })
  if (!found) throw noSuchInvite()
  if (stateOf(found, ctx.now()) !== 'Pending') {
    throw new AppError('conflict', 'This invite is no longer pending', { code: 'INVITE_NOT_PENDING' })
  }
  return found.invite
}
