import { and, eq } from 'drizzle-orm'
import type { Label, UpdateLabel } from '#contracts/labels.ts'
import { violates } from '#platform/db/violates.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { isLabelOf, keyOf, labelExists, noSuchLabel, presentLabel } from './access.ts'
import { labelDeleted, labelUpdated } from './events.ts'
import { conversationLabels, labels } from './table.ts'

export async function updateLabel(ctx: OrgContext, id: string, { name, color }: UpdateLabel): Promise<Label> {
  try {
    return await ctx.transaction(async (ctx) => {
      const [before] = await ctx.db.select().from(labels).where(isLabelOf(ctx, id)).for('no key update')
      if (!before) throw noSuchLabel()
      const after = { name: name ?? before.name, color: color ?? before.color }
      const [row] = await ctx.db
        .update(labels)
        .set({ ...after, name_key: keyOf(after.name) })
        .where(isLabelOf(ctx, id))
        .returning()
      if (!row) throw noSuchLabel()
      const label = presentLabel(row)
      await ctx.emit(labelUpdated, label)
      return label
    })
  } catch (error) {
    if (violates(error, 'a_label_has_a_name_of_its_own')) throw labelExists(name ?? '')
    throw error
  }
}

/** Conversations lose it with it. */
export function deleteLabel(ctx: OrgContext, id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db.delete(labels).where(isLabelOf(ctx, id)).returning()
    if (!row) throw noSuchLabel()
    // A request that was giving it to a conversation has ended by now, and none can begin.
    await ctx.db
      .delete(conversationLabels)
      .where(and(eq(conversationLabels.organization_id, ctx.organization.id), eq(conversationLabels.label_id, row.id)))
    await ctx.emit(labelDeleted, presentLabel(row))
  })
}
