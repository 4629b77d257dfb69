import { sql } from 'drizzle-orm'
import { isIndexable } from '#contracts/file-types.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { AppError } from '#platform/error.ts'
import { fieldError } from '#platform/http/errors.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { Bytes } from '../bytes/stage-bytes.ts'
import { queueDocument } from '../documents/queue-document.ts'
import { storageFileCreated, storageFileUpdated } from '../events.ts'
import { isInTrash, type LocatedEntry } from '../find-entry.ts'
import { childPath, type Listed, presentEntryEvent } from '../present.ts'
import { type EntryRow, storageBlobs, storageEntries } from '../table.ts'

export const pathTaken = (message: string) => new AppError('conflict', message, { code: 'STORAGE_PATH_CONFLICT' })

/** Nothing is created in or uploaded to the trash. */
export function refuseTrash(located: LocatedEntry, field = 'path'): void {
  if (isInTrash(located)) throw fieldError(field, 'This is in the trash; restore it first')
}

/**
 * Writes a file's row, new or in place of one with its name. Two saves in one millisecond get different times, so that an editor
 * notices that its text is outdated. Replaced bytes count as touched now, because someone may be reading them. One statement in place of
 * two round trips.
 */
const writeRow = defineStatement(
  'save_stored_file',
  {
    id: 'uuid',
    organization_id: 'uuid',
    parent_id: 'uuid',
    name: 'text',
    size: 'bigint',
    hash: 'text',
    is_encrypted: 'boolean',
    now: 'timestamptz',
    must_be_new: 'boolean',
  },
  (p) => sql<EntryRow & { created: boolean }>`
  with replaced as (
    update ${storageBlobs} b set touched_at = ${p.now} from ${storageEntries} old
    where old.organization_id = ${p.organization_id} and old.parent_id = ${p.parent_id} and old.name = ${p.name}
      and b.organization_id = old.organization_id and b.hash = old.hash and b.is_encrypted = old.is_encrypted
      and b.touched_at < ${p.now}
  )
  insert into ${storageEntries} as e
    (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
  values (${p.id}, ${p.organization_id}, ${p.parent_id}, ${p.name}, 'file', ${p.size}, ${p.hash}, ${p.is_encrypted},
    ${p.now}, ${p.now})
  on conflict (organization_id, parent_id, name) do update
    set size = excluded.size, hash = excluded.hash, is_encrypted = excluded.is_encrypted,
      modified_at = greatest(excluded.modified_at, e.modified_at + interval '1 millisecond')
    where e.type = 'file' and not ${p.must_be_new}
  returning *, xmax = 0 as created`,
)

type Saved = { entry: Listed; created: boolean }

/** Writes a file's row, over a file of its name unless it must be new, and announces it. The tree is locked. */
export async function saveFile(
  ctx: OrgContext,
  folder: LocatedEntry,
  name: string,
  bytes: Bytes,
  { must_be_new = false }: { must_be_new?: boolean } = {},
): Promise<Saved> {
  refuseTrash(folder)
  const [saved] = await writeRow(ctx.db, {
    id: newId(),
    organization_id: ctx.organization.id,
    parent_id: folder.entry.id,
    name,
    ...bytes,
    now: ctx.now(),
    must_be_new,
  })
  if (!saved) throw pathTaken(must_be_new ? 'File already exists' : 'A folder of this name already exists')
  const { created, ...row } = saved
  const entry: Listed = {
    ...row,
    path: childPath(folder.path, name),
    shared: false,
    state: isIndexable(name) ? await queueDocument(ctx, row) : null,
  }
  await ctx.emit(created ? storageFileCreated : storageFileUpdated, presentEntryEvent(entry))
  return { entry, created }
}
