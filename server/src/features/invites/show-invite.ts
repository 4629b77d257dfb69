import { eq } from 'drizzle-orm'
import type { InviteLookup } from '#contracts/invites.ts'
import type { Context } from '#platform/context.ts'
import type { UserRow } from '../users/table.ts'
import { invitesWithInviter, noSuchInvite } from './access.ts'
import { presentLookup } from './present.ts'
import { organizationInvites } from './table.ts'

export async function showInvite(ctx: Context, user: UserRow | null, code: string): Promise<InviteLookup> {
  const [found] = await invitesWithInviter(ctx).where(eq(organizationInvites.code, code))
  if (!found) throw noSuchInvite()
  return presentLookup(found, user)
}
