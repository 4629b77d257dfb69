import { sql } from 'drizzle-orm'
import { TRASH } from '#contracts/storage-names.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type DocumentState, type EntryRow, storageDocuments, storageEntries } from './table.ts'

/** So many rows are read in one statement: few enough that neither PGlite nor the main thread is busy with them for long. */
const PAGE = 1000
const FOLDER_BATCH_SIZE = 50

export type WalkedEntry = Pick<EntryRow, 'id' | 'name' | 'type' | 'size' | 'hash' | 'is_encrypted' | 'modified_at'> & {
  folder_id: string
  state: DocumentState | null
}
type Row = Omit<WalkedEntry, 'modified_at'> & { modified_at: string }
/** A folder that is still to be read, from the name where its last page ended. */
export type WaitingFolder = { id: string; after: string }

const columns = sql`e.id, e.name, e.type, e.size, e.hash, e.is_encrypted, e.modified_at, d.state`
const joinedDocuments = sql`left join ${storageDocuments} d on d.organization_id = e.organization_id and d.entry_id = e.id`

/**
 * The next entries of the folders that wait, which are taken from `waiting`; folders among the entries are added to it. A
 * walk ends once nothing waits, and holds no statement or lock between its pages, whatever the tree contains.
 */
export async function walkPage(
  ctx: OrgContext,
  waiting: WaitingFolder[],
  root: string | undefined,
): Promise<WalkedEntry[]> {
  const folders = waiting.splice(-FOLDER_BATCH_SIZE)
  const each = Math.ceil(PAGE / Math.max(1, folders.length))
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
  const entries = rows.map(toEntry).filter(({ folder_id, name }) => !(folder_id === root && name === TRASH))
  for (const { id, type } of entries) if (type === 'folder') waiting.push({ id, after: '' })
  for (const [id, children] of Map.groupBy(rows, ({ folder_id }) => folder_id))
    if (children.length === each) waiting.push({ id, after: children.at(-1)?.name ?? '' })
  return entries
}

/** Entries by their ids, in the form of a walk. */
export async function readWalked(ctx: OrgContext, ids: readonly string[]): Promise<WalkedEntry[]> {
  const { rows } = await ctx.db.execute<Row>(sql`
    select ${columns}, e.parent_id as folder_id from ${storageEntries} e ${joinedDocuments}
    where e.organization_id = ${ctx.organization.id} and e.id = any(${sql.param(`{${ids.join(',')}}`)}::uuid[])`)
  return rows.map(toEntry)
}

const toEntry = ({ modified_at, size, ...row }: Row): WalkedEntry => ({
  ...row,
  size: Number(size),
  modified_at: new Date(modified_at),
})
