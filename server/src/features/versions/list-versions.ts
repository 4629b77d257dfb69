import { and, desc, eq, lt } from 'drizzle-orm'
import type { EntityVersions, EntityVersionsQuery } from '#contracts/versions.ts'
import type { OrgContext } from '../organizations/context.ts'
import { presentVersion } from './present.ts'
import { type EntityVersionRow, entityVersions } from './table.ts'

type Entity = Pick<EntityVersionRow, 'entity_type' | 'entity_id'>

/** Newest first; whether the caller may see the entity is the caller's to have checked. */
export async function listVersions(
  ctx: OrgContext,
  { entity_type, entity_id }: Entity,
  { limit, before_version }: EntityVersionsQuery,
): Promise<EntityVersions> {
  const rows = await ctx.db
    .select()
    .from(entityVersions)
    .where(
      and(
        eq(entityVersions.organization_id, ctx.organization.id),
        eq(entityVersions.entity_type, entity_type),
        eq(entityVersions.entity_id, entity_id),
        before_version === undefined ? undefined : lt(entityVersions.version, before_version),
      ),
    )
    .orderBy(desc(entityVersions.version))
    .limit(limit + 1)
  const data = rows.slice(0, limit).map(presentVersion)
  const hasMore = rows.length > limit
  return { data, limit, hasMore, next: hasMore ? (data.at(-1)?.version ?? null) : null }
}
