import { sql } from 'drizzle-orm'
import type { PlaceEntry } from '#contracts/storage.ts'
import { violates } from '#platform/db/violates.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type Actor, requireEntry, requireFolder } from '../access.ts'
import { queueDocumentsBelow } from '../documents/queue-document.ts'
import { storageFileCopied } from '../events.ts'
import { describeEntry } from '../list-folder.ts'
import { lockTree } from '../lock-tree.ts'
import { childPath, type Listed, presentEntryEvent } from '../present.ts'
import { storageEntries } from '../table.ts'
import { nameTaken, refuseDestination, refuseRoot } from './move-entry.ts'

/** Into another folder, with everything below; bytes are named a second time and not copied, shares stay behind. */
export async function copyEntry(
  ctx: OrgContext,
  { source_path, dest_path }: PlaceEntry,
  actor: Actor,
): Promise<Listed> {
  const copying = ctx.transaction(async (ctx) => {
    refuseRoot(source_path, 'source_path')
    await lockTree(ctx, 'shared')
    const source = await requireEntry(ctx, actor, source_path, 'read')
    const dest = await requireFolder(ctx, actor, dest_path, 'write')
    await refuseDestination(ctx, source, dest)
    const id = await copyTree(ctx, source.entry.id, dest.entry.id)
    await queueDocumentsBelow(ctx, id)
    const copied = await describeEntry(ctx, { id }, childPath(dest.path, source.entry.name))
    await ctx.emit(storageFileCopied, presentEntryEvent(copied, source_path))
    return copied
  })
  return copying.catch((error: unknown) => {
    // Additions share the tree's lock, so another one may have taken the name since it was looked for.
    throw violates(error, 'a_name_is_used_once_in_a_folder') ? nameTaken() : error
  })
}

/** One statement for any size. The ids are made in the database, of the form that the application makes. */
async function copyTree(ctx: OrgContext, source: string, dest: string): Promise<string> {
  const organization_id = ctx.organization.id
  const now = ctx.now()
  const id = sql`(lpad(to_hex(${now.getTime()}::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with recursive tree as (
      select e.*, ${id} as copy_id, ${dest}::uuid as copy_parent_id, 0 as depth from ${storageEntries} e
      where e.organization_id = ${organization_id} and e.id = ${source}
      union all
      select e.*, ${id}, tree.copy_id, tree.depth + 1 from tree
      join ${storageEntries} e on e.organization_id = ${organization_id} and e.parent_id = tree.id
    ), copied as (
      insert into ${storageEntries}
        (id, organization_id, parent_id, name, type, size, hash, is_encrypted, created_at, modified_at)
      select copy_id, organization_id, copy_parent_id, name, type, size, hash, is_encrypted, ${now.toISOString()}::timestamptz,
        ${now.toISOString()}::timestamptz
      from tree
    )
    select copy_id as id from tree where depth = 0`)
  const [top] = rows
  if (!top) throw new Error('The entry was not copied')
  return top.id
}
