import type { Invite } from '#contracts/invites.ts'
import { presentUser } from '../users/present.ts'
import type { FoundInvite } from './access.ts'
import { stateOf } from './usable-invite.ts'

export function presentInvite(found: FoundInvite): Invite {
  const { invite, inviting } = found
  const { id, organization_id, code, email, role, uses, used } = invite
  return {
    id,
    organization_id,
    code,
    email,
    role,
    // Without a time, so that an invite past its own stays pending.
    status: stateOf(found) === 'cancelled' ? 'cancelled' : invite.status,
    uses,
    used,
    invited_by: inviting && { id: inviting.id, name: presentUser(inviting).name ?? inviting.email },
    expires_at: invite.expires_at.toISOString(),
    created_at: invite.created_at.toISOString(),
    mail: invite.mail_status && { status: invite.mail_status, problem: invite.mail_problem },
  }
}
