import type { Invite, InviteLookup } from '#contracts/invites.ts'
import type { Role } from '#contracts/organizations.ts'
import { presentUser } from '../users/present.ts'
import type { UserRow } from '../users/table.ts'
import type { InviteRow } from './table.ts'
import { stateOf } from './usable-invite.ts'

/** An invite with who made it, and the role that this person has now. */
export type FoundInvite = { invite: InviteRow; inviter: { role: Role } | null; inviting: UserRow | null }

export function presentInvite(found: FoundInvite): Invite {
  const { invite, inviting } = found
  const { id, organization_id, code, email, role, access_group_ids, uses, used } = invite
  return {
    id,
    organization_id,
    code,
    email,
    role,
    access_group_ids,
    status: shownStatus(found),
    uses,
    used,
    invited_by: inviting && { id: inviting.id, name: nameOf(inviting) },
    expires_at: invite.expires_at.toISOString(),
    created_at: invite.created_at.toISOString(),
    mail: invite.mail_status && { status: invite.mail_status, problem: invite.mail_problem },
  }
}

/** For anyone who holds the code; `user` is who is signed in. */
export function presentLookup(
  found: FoundInvite & { organization: { id: string; name: string } },
  user: UserRow | null,
): InviteLookup {
  const { invite, organization, inviting } = found
  return {
    code: invite.code,
    role: invite.role,
    status: shownStatus(found),
    expires_at: invite.expires_at.toISOString(),
    organization: { id: organization.id, name: organization.name },
    invited_by: inviting && nameOf(inviting),
    is_for_another: user !== null && !isFor(invite, user),
  }
}

export const isFor = ({ email }: InviteRow, user: UserRow): boolean =>
  email === null || email === user.email.toLowerCase()

export const nameOf = (user: UserRow): string => presentUser(user).name ?? user.email

/** Judged without a time: an invite past its own is pending, and shown as expired. */
const shownStatus = (found: FoundInvite) => (stateOf(found) === 'Cancelled' ? 'Cancelled' : found.invite.status)
