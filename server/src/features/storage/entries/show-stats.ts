import { sql } from 'drizzle-orm'
import type { StorageStats } from '#contracts/storage.ts'
import { TRASH } from '#contracts/storage-names.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { below } from '../entries-below.ts'
import { findEntry } from '../find-entry.ts'

/** What lies below a path, the folder itself left out; the trash does not count as kept. */
export async function showStats(ctx: OrgContext, path: string): Promise<StorageStats> {
  const nothing = { files: 0, folders: 0, bytes: 0 }
  const place = await findEntry(ctx, path)
  if (place.entry.type === 'file') return { ...nothing, files: 1, bytes: place.entry.size }
  const kept = path === '/' ? sql`not (tree.depth = 0 and e.name = ${TRASH})` : undefined
  const { rows } = await ctx.db.execute<StorageStats>(sql`
    ${below(ctx, place.entry.id, kept)}
    select count(*) filter (where type = 'file')::int as files,
      count(*) filter (where type = 'folder')::int as folders, coalesce(sum(size), 0)::float8 as bytes
    from tree where depth > 0`)
  return rows[0] ?? nothing
}
