import { extendContext } from '#platform/bus/create-context.ts'
import { AppError } from '#platform/error.ts'
import { readMembership, requireActive } from '../organizations/access.ts'
import type { OrgContext } from '../organizations/context.ts'
import { findEditableTeammate } from '../teammates/access.ts'

/** Refuses as a new request of the person would be; a call may take minutes, and wait for days. */
export async function requireMayTry(ctx: OrgContext, user_id: string, teammate_id: string): Promise<void> {
  const found = await readMembership(ctx, user_id)
  if (!found) throw new AppError('not_found', 'Not found')
  await findEditableTeammate(extendContext(ctx, { ...found, user: { id: user_id } }), teammate_id)
  requireActive(found.organization)
}
