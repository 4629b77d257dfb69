import { eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { invitesWithInviter } from './access.ts'
import { inviteUpdated } from './events.ts'
import { presentInvite } from './present.ts'
import { organizationInvites } from './table.ts'

/** Tells those who may invite what has become of an invite. */
export async function announceInvite(ctx: Context, id: string): Promise<void> {
  const [found] = await invitesWithInviter(ctx).where(eq(organizationInvites.id, id))
  if (found) await ctx.emit(inviteUpdated, presentInvite(found))
}
