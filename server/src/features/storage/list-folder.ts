import { type SQL, sql } from 'drizzle-orm'
import { TRASH } from '#contracts/storage-names.ts'
import { hasRow } from '#platform/db/has-row.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type LocatedEntry, noSuchPath } from './find-entry.ts'
import { childPath, type Listed } from './present.ts'
import { type DocumentState, type EntryRow, storageDocuments, storageEntries, storageShares } from './table.ts'

const ROWS_PER_TURN = 100

const described = (organization_id: SQL) => sql<Described>`
  select e.*, d.state, d.error as index_error,
    e.type = 'folder' and ${hasRow(sql`select from ${storageShares} s
      where s.organization_id = e.organization_id and s.entry_id = e.id`)} as shared
  from ${storageEntries} e
  left join ${storageDocuments} d on d.organization_id = e.organization_id and d.entry_id = e.id
  where e.organization_id = ${organization_id}`

type Described = EntryRow & { shared: boolean; state: DocumentState | null; index_error: string | null }

/** The entries directly in a folder. */
const children = defineStatement(
  'list_storage_folder',
  { organization_id: 'uuid', parent_id: 'uuid' },
  (p) => sql<Described>`${described(p.organization_id)} and e.parent_id = ${p.parent_id}
    order by e.type desc, lower(e.name), e.name`,
)

/** One entry, with the same columns. */
const one = defineStatement(
  'describe_storage_entry',
  { organization_id: 'uuid', id: 'uuid' },
  (p) => sql<Described>`${described(p.organization_id)} and e.id = ${p.id}`,
)

/** The entries directly in a folder, folders first. The trash has its own path and is not listed in the root. */
export async function listFolder(ctx: OrgContext, { path, entry }: LocatedEntry): Promise<Listed[]> {
  const rows = await children(ctx.db, { organization_id: ctx.organization.id, parent_id: entry.id })
  const kept = path === '/' ? rows.filter(({ name }) => name !== TRASH) : rows
  const listed: Listed[] = []
  for (const row of kept) {
    if (listed.length % ROWS_PER_TURN === 0) await yieldToEventLoop()
    listed.push({ ...row, path: childPath(path, row.name) })
  }
  return listed
}

/** An entry as a list would show it. */
export async function describeEntry(ctx: OrgContext, { id }: { id: string }, path: string): Promise<Listed> {
  const [row] = await one(ctx.db, { organization_id: ctx.organization.id, id })
  if (!row) throw noSuchPath()
  return { ...row, path }
}
