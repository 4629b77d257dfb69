import { and, asc, eq, gt } from 'drizzle-orm'
import { TRASH } from '#contracts/storage-names.ts'
import type { ZipEntry } from '#platform/zip.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { openBytes } from '../bytes/open-bytes.ts'
import type { LocatedEntry } from '../find-entry.ts'
import { type EntryRow, storageEntries } from '../table.ts'

const PAGE = 1000

/** Everything below a folder, read a page at a time, so that a tree of any size can be sent. */
export async function* zipEntries(ctx: OrgContext, { entry, path }: LocatedEntry): AsyncGenerator<ZipEntry> {
  const open = [{ entry, prefix: '' }]
  for (let folder = open.pop(); folder; folder = open.pop()) {
    if (folder.prefix !== '') yield { name: folder.prefix, modified_at: folder.entry.modified_at }
    for await (const child of childrenOf(ctx, folder.entry.id)) {
      const name = `${folder.prefix}${child.name}`
      if (child.type === 'folder' && path === '/' && name === TRASH) continue
      if (child.type === 'folder') open.push({ entry: child, prefix: `${name}/` })
      else yield { name, modified_at: child.modified_at, open: () => openBytes(ctx, child) }
    }
  }
}

async function* childrenOf(ctx: OrgContext, parent_id: string): AsyncGenerator<EntryRow> {
  let after = ''
  for (;;) {
    const page = await ctx.db
      .select()
      .from(storageEntries)
      .where(
        and(
          eq(storageEntries.organization_id, ctx.organization.id),
          eq(storageEntries.parent_id, parent_id),
          gt(storageEntries.name, after),
        ),
      )
      .orderBy(asc(storageEntries.name))
      .limit(PAGE)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.name
  }
}
