import { sql } from 'drizzle-orm'
import { isIndexable } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { storageFileCreated, storageFileUpdated } from '../events.ts'
import { isInTrash, type Place } from '../find-entry.ts'
import { childPath, type Listed, presentNews } from '../present.ts'
import { queueDocument } from '../queue-document.ts'
import type { Bytes } from '../stage-bytes.ts'
import { type EntryRow, storageBlobs, storageEntries } from '../table.ts'

export const pathTaken = (message: string) => new AppError('conflict', message, { code: 'STORAGE_PATH_CONFLICT' })

/** Nothing is created in or uploaded to the trash. */
export function refuseTrash(place: Place): void {
  if (isInTrash(place)) throw new AppError('bad_request', 'This is in the trash; restore it first')
}

type Saved = { entry: Listed; created: boolean }

/** Writes a file's row, over a file of its name unless it must be new, and announces it. The tree is locked. */
export async function saveFile(
  ctx: OrgContext,
  folder: Place,
  name: string,
  bytes: Bytes,
  { must_be_new = false }: { must_be_new?: boolean } = {},
): Promise<Saved> {
  refuseTrash(folder)
  const now = ctx.now().toISOString()
  // Two saves in one millisecond still give two times, so that an editor notices that its text is outdated.
  // Replaced bytes count as touched now, because somebody may be reading them.
  const { rows } = await ctx.db.execute<{ id: string; created: boolean }>(sql`
    with replaced as (
      update ${storageBlobs} b set touched_at = ${now}::timestamptz from ${storageEntries} old
      where old.organization_id = ${ctx.organization.id} and old.parent_id = ${folder.entry.id} and old.name = ${name}
        and b.organization_id = old.organization_id and b.hash = old.hash and b.is_encrypted = old.is_encrypted
        and b.touched_at < ${now}::timestamptz
    )
    insert into ${storageEntries} as e
      (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
    values (${newId()}, ${ctx.organization.id}, ${folder.entry.id}, ${name}, 'file', ${bytes.size}, ${bytes.hash},
      ${bytes.is_encrypted}, ${now}, ${now})
    on conflict (organization_id, parent_id, name) do update
      set size = excluded.size, hash = excluded.hash, is_encrypted = excluded.is_encrypted,
        modified_at = greatest(excluded.modified_at, e.modified_at + interval '1 millisecond')
      where e.type = 'file' and not ${must_be_new}::boolean
    returning *, xmax = 0 as created`)
  const saved = rows[0] as (EntryRow & { created: boolean }) | undefined
  if (!saved) throw pathTaken(must_be_new ? 'File already exists' : 'A folder of this name already exists')
  const { created, ...row } = { ...saved, size: Number(saved.size) }
  const entry: Listed = {
    ...row,
    created_at: new Date(row.created_at),
    modified_at: new Date(row.modified_at),
    path: childPath(folder.path, name),
    shared: false,
    state: isIndexable(name) ? await queueDocument(ctx, row) : null,
  }
  await ctx.emit(created ? storageFileCreated : storageFileUpdated, presentNews(entry))
  return { entry, created }
}
