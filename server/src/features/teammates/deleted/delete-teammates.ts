import { and, asc, inArray } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { noSuchTeammate, visibleTeammates } from '../access.ts'
import { announceTeammate } from '../announce-teammate.ts'
import { teammateDeleted } from '../audit-actions.ts'
import { teammatesHidden } from '../events.ts'
import { subjectOf } from '../subject-of.ts'
import { aiEmployees } from '../table.ts'

/** Moves teammates to the trash, all of them or none. */
export function deleteTeammates(ctx: MemberContext, ids: string[]): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const found = await ctx.db
      .select({ is_system: aiEmployees.is_system })
      .from(aiEmployees)
      .where(and(inArray(aiEmployees.id, ids), visibleTeammates(ctx)))
      .orderBy(asc(aiEmployees.id))
      .for('no key update')
    if (found.length !== ids.length) throw noSuchTeammate()
    if (found.some(({ is_system }) => is_system)) {
      throw new AppError('conflict', 'System teammates and personal assistants cannot be deleted')
    }
    const now = ctx.now()
    const rows = await ctx.db
      .update(aiEmployees)
      .set({ deleted_at: now })
      .where(inArray(aiEmployees.id, ids))
      .returning()
    for (const row of rows) {
      await ctx.record(teammateDeleted, { subject: subjectOf(row) })
      await announceTeammate(ctx, 'deleted', row)
    }
    await ctx.emit(teammatesHidden, { ids, at: now.toISOString() })
  })
}
