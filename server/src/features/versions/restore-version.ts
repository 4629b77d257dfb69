import { and, eq } from 'drizzle-orm'
import type { RestoredEntity } from '#contracts/entity-versions.ts'
import { AppError } from '#platform/error.ts'
import type { MemberContext } from '../organizations/context.ts'
import { type EntityVersionRow, entityVersions } from './table.ts'

/** Brings an entity back to a version, after having checked that the caller may; answers with the entity. */
type Restore = (ctx: MemberContext, version: EntityVersionRow) => Promise<RestoredEntity>

const kinds = new Map<string, Restore>()

export const noSuchVersion = () => new AppError('not_found', 'Version not found')

/** Each feature whose entities have versions declares how one is restored: this one is below and knows none of them. */
export function defineRestore(entity_type: string, restore: Restore): void {
  kinds.set(entity_type, restore)
}

export async function restoreVersion(ctx: MemberContext, id: string): Promise<RestoredEntity> {
  const [version] = await ctx.db
    .select()
    .from(entityVersions)
    .where(and(eq(entityVersions.id, id), eq(entityVersions.organization_id, ctx.organization.id)))
  const restore = version && kinds.get(version.entity_type)
  if (!restore) throw noSuchVersion()
  return restore(ctx, version)
}
