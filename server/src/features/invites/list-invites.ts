import { eq } from 'drizzle-orm'
import type { Invite } from '#contracts/invites.ts'
import { type Page, paginate } from '#platform/db/paginate.ts'
import type { MemberContext } from '../organizations/context.ts'
import { invitesWithInviter } from './access.ts'
import { presentInvite } from './present.ts'
import { organizationInvites } from './table.ts'

export async function listInvites(
  ctx: MemberContext,
  query: { page: number; limit: number },
): Promise<Page<Invite> & { can_send_mail: boolean }> {
  const own = invitesWithInviter(ctx).where(eq(organizationInvites.organization_id, ctx.organization.id))
  const found = await paginate(ctx.db, own, query)
  return { ...found, data: found.data.map(presentInvite), can_send_mail: ctx.ports.mail.is_configured }
}
