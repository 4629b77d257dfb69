import { type SQL, sql } from 'drizzle-orm'
import { TRASH } from '#contracts/storage-names.ts'
import { hasRow } from '#platform/db/has-row.ts'
import { idsInOrder, readInPages } from '#platform/db/read-in-pages.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type LocatedEntry, noSuchPath } from './find-entry.ts'
import { childPath, type Listed } from './present.ts'
import { type DocumentState, type EntryRow, storageDocuments, storageEntries, storageShares } from './table.ts'

const described = (organization_id: SQL) => sql<Described>`
  select e.*, d.state, d.error as index_error,
    e.type = 'folder' and ${hasRow(sql`select from ${storageShares} s
      where s.organization_id = e.organization_id and s.entry_id = e.id`)} as shared
  from ${storageEntries} e
  left join ${storageDocuments} d on d.organization_id = e.organization_id and d.entry_id = e.id
  where e.organization_id = ${organization_id}`

type Described = EntryRow & { shared: boolean; state: DocumentState | null; index_error: string | null }

/** Which entries lie directly in a folder; `left_out` is the name of one that is not listed. */
const CHILDREN = { organization_id: 'uuid', parent_id: 'uuid', left_out: 'text' } as const
const inFolder = (p: { parent_id: SQL; left_out: SQL }) => sql`e.parent_id = ${p.parent_id} and e.name <> ${p.left_out}`
const inOrder = sql`e.type desc, lower(e.name), e.name`

const someChildren = defineStatement(
  'list_storage_folder',
  { ...CHILDREN, limit: 'int', offset: 'int' },
  (p) => sql<Described>`${described(p.organization_id)} and ${inFolder(p)}
    order by ${inOrder} limit ${p.limit} offset ${p.offset}`,
)

const countChildren = defineStatement(
  'count_storage_folder',
  CHILDREN,
  (p) => sql<{ total: number }>`select count(*)::int as total from ${storageEntries} e
    where e.organization_id = ${p.organization_id} and ${inFolder(p)}`,
)

const allIds = defineStatement(
  'order_storage_folder',
  CHILDREN,
  (p) => sql<{ ids: string | null }>`select ${idsInOrder(sql`e.id`, inOrder)} as ids
    from ${storageEntries} e where e.organization_id = ${p.organization_id} and ${inFolder(p)}`,
)

const byIds = defineStatement(
  'describe_storage_entries',
  { organization_id: 'uuid', ids: 'uuid[]' },
  (p) => sql<Described>`${described(p.organization_id)} and e.id = any (${p.ids})`,
)

/** The trash has its own path and is not listed in the root. */
const childrenOf = ({ organization }: OrgContext, { path, entry }: LocatedEntry) => ({
  organization_id: organization.id,
  parent_id: entry.id,
  left_out: path === '/' ? TRASH : '',
})

const placedIn =
  ({ path }: LocatedEntry) =>
  (row: Described): Listed => ({ ...row, path: childPath(path, row.name) })

/** The entries directly in a folder, folders first, page by page. */
export async function* listFolder(ctx: OrgContext, folder: LocatedEntry): AsyncGenerator<Listed[]> {
  const children = childrenOf(ctx, folder)
  const { organization_id } = children
  const pages = readInPages({
    first: (limit) => someChildren(ctx.db, { ...children, limit, offset: 0 }),
    ids: () => allIds(ctx.db, children),
    byIds: (ids) => byIds(ctx.db, { organization_id, ids }),
    idOf: ({ id }) => id,
  })
  for await (const page of pages) yield page.map(placedIn(folder))
}

/** Some of the entries directly in a folder, in the same order, and how many there are. */
export async function listSome(
  ctx: OrgContext,
  folder: LocatedEntry,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; entries: Listed[] }> {
  const children = childrenOf(ctx, folder)
  const rows = await someChildren(ctx.db, { ...children, offset, limit })
  const [counted] = await countChildren(ctx.db, children)
  return { total: counted?.total ?? 0, entries: rows.map(placedIn(folder)) }
}

/** An entry as a list would show it. */
export async function describeEntry(ctx: OrgContext, { id }: { id: string }, path: string): Promise<Listed> {
  const [row] = await byIds(ctx.db, { organization_id: ctx.organization.id, ids: [id] })
  if (!row) throw noSuchPath()
  return { ...row, path }
}
