import { and, eq, sql } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { addMember } from '../organizations/members/add-member.ts'
import { memberships } from '../organizations/table.ts'
import { chooseOrganization } from '../users/choose-organization.ts'
import type { UserRow } from '../users/table.ts'
import { noSuchInvite } from './access.ts'
import { announceInvite } from './announce-invite.ts'
import { inviteAccepted, subjectOf } from './audit-actions.ts'
import { joinAccessGroups } from './jobs.ts'
import { isFor } from './present.ts'
import { type InviteRow, organizationInvites } from './table.ts'
import { type InviteState, lockInvite } from './usable-invite.ts'

const closed: Record<Exclude<InviteState, 'Pending'>, () => AppError> = {
  Accepted: () => new AppError('conflict', 'This invite has already been used', { code: 'INVITE_ACCEPTED' }),
  Cancelled: () => new AppError('conflict', 'This invite was canceled', { code: 'INVITE_CANCELLED' }),
  Expired: () => new AppError('conflict', 'This invite has expired', { code: 'INVITE_EXPIRED' }),
}

/** Takes a user into the organization that invites them, where they work from now on. Members stay what they are. */
export function acceptInvite(ctx: Context, user: UserRow, code: string): Promise<{ organization_id: string }> {
  return ctx.transaction(async (ctx) => {
    const found = await lockInvite(ctx, code)
    if (!found) throw noSuchInvite()
    const { invite, organization, state } = found
    if (!isFor(invite, user)) {
      throw new AppError('forbidden', 'This invite is for another e-mail address', { code: 'INVITE_FOR_ANOTHER' })
    }
    const { organization_id } = invite
    const memberCtx = extendContext(ctx, { user, organization })
    const membership = await lockMembership(memberCtx, user.id)
    const isMember = membership !== null && membership.removed_at === null
    // Anyone who accepts again, because the first answer was lost, is in the organization all the same.
    if (state !== 'Pending' && !(state === 'Accepted' && isMember)) throw closed[state]()
    if (membership?.removed_at && membership.removed_at > invite.invited_at) throw removedSince()
    // Another invite may have taken them in at this moment; a link keeps its place then.
    const hasJoined = !isMember && (await addMember(memberCtx, user, invite.role))
    const { access_group_ids } = invite
    if (hasJoined && access_group_ids.length > 0)
      await ctx.enqueue(joinAccessGroups, { organization_id, user_id: user.id, access_group_ids })
    if (state === 'Pending' && (hasJoined || invite.email !== null)) await countUse(memberCtx, invite)
    await chooseOrganization(ctx, user.id, organization_id)
    return { organization_id }
  })
}

/** A link that someone knew when they were removed must not take them back. */
const removedSince = () =>
  new AppError('forbidden', 'You were removed from this organization after this invite was made', {
    code: 'REMOVED_SINCE',
  })

async function lockMembership({ db, organization }: OrgContext, user_id: string) {
  const [found] = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.organization_id, organization.id), eq(memberships.user_id, user_id)))
    .for('no key update')
  return found ?? null
}

async function countUse(ctx: OrgContext, invite: InviteRow): Promise<void> {
  await ctx.db
    .update(organizationInvites)
    .set({
      used: sql`${organizationInvites.used} + 1`,
      status: sql`case when ${organizationInvites.used} + 1 = ${organizationInvites.uses} then 'Accepted' else 'Pending' end`,
    })
    .where(eq(organizationInvites.id, invite.id))
  await ctx.record(inviteAccepted, { subject: subjectOf(invite), after: { role: invite.role } })
  await announceInvite(ctx, invite.id)
}
