import { and, eq, sql } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import type { UserRow } from '../users/table.ts'
import { type EntityVersionRow, entityVersions } from './table.ts'

type Taken = Pick<EntityVersionRow, 'entity_type' | 'entity_id' | 'snapshot'>

/**
 * Keeps what an entity looks like now as its next version. Call it inside the transaction that wrote the entity: the
 * lock on the entity's row is what makes two writers take two numbers.
 */
export async function takeSnapshot(
  ctx: OrgContext & { readonly user?: UserRow },
  { entity_type, entity_id, snapshot }: Taken,
): Promise<EntityVersionRow> {
  const organization_id = ctx.organization.id
  const earlier = ctx.db
    .select({ next: sql`coalesce(max(${entityVersions.version}), 0) + 1` })
    .from(entityVersions)
    .where(
      and(
        eq(entityVersions.organization_id, organization_id),
        eq(entityVersions.entity_type, entity_type),
        eq(entityVersions.entity_id, entity_id),
      ),
    )
  const [row] = await ctx.db
    .insert(entityVersions)
    .values({
      organization_id,
      entity_type,
      entity_id,
      version: sql`(${earlier})`,
      snapshot,
      created_by: ctx.user?.id ?? null,
      created_at: ctx.now(),
    })
    .returning()
  if (!row) throw new Error('The version was not written')
  return row
}
