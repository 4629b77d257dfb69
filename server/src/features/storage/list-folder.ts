import { sql } from 'drizzle-orm'
import { TRASH } from '#contracts/storage-names.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../organizations/context.ts'
import { noSuchPath, type Place } from './find-entry.ts'
import { childPath, type Listed } from './present.ts'
import { type DocumentState, type EntryRow, storageDocuments, storageEntries, storageShares } from './table.ts'

const described = sql`
  select e.*, d.state, d.error as index_error,
    e.type = 'folder' and exists (select 1 from ${storageShares} s
      where s.organization_id = e.organization_id and s.entry_id = e.id) as shared
  from ${storageEntries} e
  left join ${storageDocuments} d on d.organization_id = e.organization_id and d.entry_id = e.id
  where e.organization_id = ${sql.placeholder('organization_id')}`

type Described = EntryRow & { shared: boolean; state: DocumentState | null; index_error: string | null }

const children = defineStatement<{ organization_id: string; parent_id: string }, Described>(
  'list_storage_folder',
  sql`${described} and e.parent_id = ${sql.placeholder('parent_id')} order by e.type desc, lower(e.name), e.name`,
)

const one = defineStatement<{ organization_id: string; id: string }, Described>(
  'describe_storage_entry',
  sql`${described} and e.id = ${sql.placeholder('id')}`,
)

/** What lies directly in a folder, folders first. The trash is found under its own path, not among what is kept. */
export async function listFolder(ctx: OrgContext, { path, entry }: Place): Promise<Listed[]> {
  const rows = await children(ctx.db, { organization_id: ctx.organization.id, parent_id: entry.id })
  const kept = path === '/' ? rows.filter(({ name }) => name !== TRASH) : rows
  return kept.map((row) => ({ ...row, path: childPath(path, row.name) }))
}

/** An entry as a list would show it. */
export async function describeEntry(ctx: OrgContext, { id }: { id: string }, path: string): Promise<Listed> {
  const [row] = await one(ctx.db, { organization_id: ctx.organization.id, id })
  if (!row) throw noSuchPath()
  return { ...row, path }
}
