import { sql } from 'drizzle-orm'
import { TRASH } from '#contracts/storage-names.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { Place } from '../find-entry.ts'
import { type DocumentState, type EntryRow, storageDocuments, storageEntries } from '../table.ts'

/** So many rows are read in one statement: few enough that neither PGlite nor the main thread is busy with them for long. */
const PAGE = 1000
const FOLDERS_AT_ONCE = 50

export type WalkedFile = Pick<EntryRow, 'id' | 'name' | 'size' | 'hash' | 'is_encrypted' | 'modified_at'> & {
  state: DocumentState | null
}
type Row = Omit<WalkedFile, 'modified_at'> & Pick<EntryRow, 'type'> & { folder_id: string; modified_at: string }
type Folder = { id: string; after: string }
type Read = <T>(read: (ctx: OrgContext) => Promise<T>) => Promise<T>

const columns = sql`e.id, e.name, e.type, e.size, e.hash, e.is_encrypted, e.modified_at, d.state`
const joinedDocuments = sql`left join ${storageDocuments} d on d.organization_id = e.organization_id and d.entry_id = e.id`

/** The files at and below some places, a page at a time, whatever the tree holds; the trash is left out. */
export async function* walkFiles(read: Read, starts: readonly Place[]): AsyncGenerator<WalkedFile[]> {
  const files = starts.filter(({ entry }) => entry.type === 'file').map(({ entry }) => entry.id)
  if (files.length > 0) yield (await read((ctx) => readFiles(ctx, files))).map(walked)
  const folders = starts.filter(({ entry }) => entry.type === 'folder')
  const root = folders.find(({ path }) => path === '/')?.entry.id
  const waiting = folders.map(({ entry }): Folder => ({ id: entry.id, after: '' }))
  while (waiting.length > 0) {
    const some = waiting.splice(-FOLDERS_AT_ONCE)
    const each = Math.ceil(PAGE / some.length)
    const rows = await read((ctx) => readChildren(ctx, some, each))
    const isTrash = ({ folder_id, name }: Row) => folder_id === root && name === TRASH
    for (const row of rows) if (row.type === 'folder' && !isTrash(row)) waiting.push({ id: row.id, after: '' })
    for (const [id, children] of Map.groupBy(rows, ({ folder_id }) => folder_id))
      if (children.length === each) waiting.push({ id, after: children.at(-1)?.name ?? '' })
    yield rows.filter(({ type }) => type === 'file').map(walked)
  }
}

const walked = ({ modified_at, size, ...row }: Row): WalkedFile => ({
  ...row,
  size: Number(size),
  modified_at: new Date(modified_at),
})

async function readFiles(ctx: OrgContext, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await ctx.db.execute<Row>(sql`
    select ${columns}, e.parent_id as folder_id from ${storageEntries} e ${joinedDocuments}
    where e.organization_id = ${ctx.organization.id} and e.id = any(${sql.param(`{${ids.join(',')}}`)}::uuid[])`)
  return rows
}

/** Some children of each folder, in order of their names from where the last page ended. */
async function readChildren(ctx: OrgContext, folders: readonly Folder[], each: number): Promise<Row[]> {
  const { rows } = await ctx.db.execute<Row>(sql`
    select ${columns}, folder.id as folder_id
    from unnest(${sql.param(folders.map(({ id }) => id))}::uuid[], ${sql.param(folders.map(({ after }) => after))}::text[])
      as folder(id, after)
    cross join lateral (
      select * from ${storageEntries} c
      where c.organization_id = ${ctx.organization.id} and c.parent_id = folder.id and c.name > folder.after
      order by c.name limit ${each}) e
    ${joinedDocuments}
    order by folder.id, e.name`)
  return rows
}
