import type { Page } from '#platform/db/paginate.ts'
import type { MemberContext } from '../organizations/context.ts'
import { teammatesOf } from './access.ts'
import { ensureAlly } from './ensure-ally.ts'
import type { TeammateRow } from './table.ts'

/** The personal assistant is first, so the first page shows whether it has yet to be created. */
export async function listTeammates(
  ctx: MemberContext,
  page: { page: number; limit: number },
): Promise<Page<TeammateRow>> {
  if (page.page > 1) await ensureAlly(ctx)
  const listed = await teammatesOf(ctx, page)
  const hasAlly = listed.data[0]?.owned_by_user_id === ctx.user.id
  // Another request may have made it after the count and before the rows.
  const isCounted = listed.total >= listed.data.length
  if (page.page > 1 || (hasAlly && isCounted)) return listed
  await ensureAlly(ctx)
  return teammatesOf(ctx, page)
}
