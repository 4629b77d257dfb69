import { eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/context.ts'
import type { RunChange } from '../runs/events.ts'
import { isHidden } from '../teammates/hidden-teammates.ts'
import { aiEmployees, type TeammateRow } from '../teammates/table.ts'
import type { About } from './access.ts'
import { runUpdated } from './events.ts'

type Known = Pick<TeammateRow, 'id' | 'owned_by_user_id' | 'deleted_at' | 'updated_at'>

/** Whose each teammate is: that never changes, so a run that begins or ends asks the database nothing. */
const known = new LRUCache<string, Known>({ max: 10_000 })

/** Tells those who may see it that a run has begun, waits or is over. */
export async function pushRun(ctx: Context, event: RunChange): Promise<void> {
  const about = await aboutRun(ctx, event)
  if (about) await ctx.emit(runUpdated, event, about)
}

/** The teammate whose viewers receive events of a run; null where it was deleted, because nobody may see its runs. */
export async function aboutRun(
  ctx: Context,
  { organization_id, employee_id }: Pick<RunChange, 'organization_id' | 'employee_id'>,
): Promise<About | null> {
  if (employee_id === null) return { organization_id, teammate: null }
  const teammate = known.get(employee_id) ?? (await readTeammate(ctx, employee_id))
  return teammate && { organization_id, teammate: { ...teammate, is_deleted: isHidden(teammate) } }
}

async function readTeammate(ctx: Context, id: string): Promise<Known | null> {
  const { owned_by_user_id, deleted_at, updated_at } = aiEmployees
  const [row] = await ctx.db
    .select({ id: aiEmployees.id, owned_by_user_id, deleted_at, updated_at })
    .from(aiEmployees)
    .where(eq(aiEmployees.id, id))
  if (!row) return null
  // A deleted one may come back, and would be remembered as deleted.
  if (row.deleted_at === null) known.set(id, row)
  return row
}
