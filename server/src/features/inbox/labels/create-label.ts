import { count, eq, sql } from 'drizzle-orm'
import type { CreateLabel, Label } from '#contracts/labels.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { keyOf, labelExists, presentLabel } from './access.ts'
import { labelCreated } from './events.ts'
import { labels } from './table.ts'

/** More would be unusable in a menu. */
const MAX_LABELS = 200

export function createLabel(ctx: OrgContext, { name, color }: CreateLabel): Promise<Label> {
  return ctx.transaction(async (ctx) => {
    const organization_id = ctx.organization.id
    // Serialized, so that simultaneous requests cannot exceed the limit.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`labels:${organization_id}`}, 0))`)
    const [has] = await ctx.db
      .select({ labels: count() })
      .from(labels)
      .where(eq(labels.organization_id, organization_id))
    if (has && has.labels >= MAX_LABELS) {
      throw new AppError('conflict', `An organization has ${MAX_LABELS} labels at most`, { code: 'TOO_MANY_LABELS' })
    }
    const [row] = await ctx.db
      .insert(labels)
      .values({ organization_id, name, name_key: keyOf(name), color, created_at: ctx.now() })
      .onConflictDoNothing({ target: [labels.organization_id, labels.name_key] })
      .returning()
    if (!row) throw labelExists(name)
    const label = presentLabel(row)
    await ctx.emit(labelCreated, label)
    return label
  })
}
