import { accessChanged } from '../../users/events.ts'
import type { OrgContext } from '../context.ts'
import { accessLost } from '../jobs.ts'

/** As long as a request may take that found the rights as they were before. */
const LATE_SECONDS = 60

/** In the transaction that takes rights away: what follows from it is done even if this process ends at once. */
export async function reportAccessLost(ctx: OrgContext, user_ids: string[]): Promise<void> {
  const lost = { organization_id: ctx.organization.id, user_ids }
  await ctx.emit(accessChanged, { user_ids })
  await ctx.enqueue(accessLost, lost)
  // Once more for what was being given to them at that moment.
  await ctx.enqueue(accessLost, lost, { start_after_seconds: LATE_SECONDS })
}
