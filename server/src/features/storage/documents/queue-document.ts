import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isIndexable } from '#contracts/file-types.ts'
import type { IndexState } from '#contracts/storage.ts'
import type { Context } from '#platform/context.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { below } from '../entries-below.ts'
import { documentsQueued } from '../events.ts'
import { type DocumentState, type EntryRow, storageDocuments } from '../table.ts'

const labels: Record<DocumentState, IndexState> = {
  queued: 'Queued for indexing',
  indexing: 'Indexing…',
  indexed: 'Indexed',
  failed: 'Indexing failed',
}

export const indexStateOf = (state: DocumentState | null): IndexState => (state ? labels[state] : 'Not indexable')

/** The file has new bytes or a new name: it waits to be indexed again, or is no document any more. */
export async function queueDocument(ctx: OrgContext, { id, name }: EntryRow): Promise<DocumentState | null> {
  const document = { organization_id: ctx.organization.id, entry_id: id }
  if (!isIndexable(name)) {
    await ctx.db.delete(storageDocuments).where(isDocument(document))
    return null
  }
  await ctx.db
    .insert(storageDocuments)
    .values({ ...document, ...queued(ctx) })
    .onConflictDoUpdate({ target: [storageDocuments.organization_id, storageDocuments.entry_id], set: queued(ctx) })
  await ctx.emit(documentsQueued, {})
  return 'queued'
}

/** A document as it waits for its first try. A process that was indexing it writes no more. */
const queued = (ctx: Context) => ({
  state: 'queued' as const,
  error: null,
  attempts: 0,
  is_slow: false,
  due_at: ctx.now(),
  lease_id: null,
  leased_until: null,
})

export const isDocument = ({ organization_id, entry_id }: { organization_id: string; entry_id: string }) =>
  and(eq(storageDocuments.organization_id, organization_id), eq(storageDocuments.entry_id, entry_id))

/** The seven kinds, for a statement over many entries. */
const indexableName = (name: SQL): SQL => sql`lower(${name}) ~ '\\.(txt|md|csv|xlsx|docx|pdf|pptx)$'`

/** For a migration that has dropped what all documents were searched by; says how many wait. */
export async function queueEveryDocument(ctx: Context): Promise<number> {
  return (await queueAgain(ctx)).length
}

/** Queues documents as if they had never been tried, and returns the ids of their entries. */
export async function queueAgain(ctx: Context, which?: SQL): Promise<string[]> {
  const rows = await ctx.db
    .update(storageDocuments)
    .set(queued(ctx))
    .where(which)
    .returning({ entry_id: storageDocuments.entry_id })
  if (rows.length > 0) await ctx.emit(documentsQueued, {})
  return rows.map(({ entry_id }) => entry_id)
}

/** Queues those of these entries that are no documents yet; all are indexable. */
export async function queueNewDocuments(ctx: OrgContext, entry_ids: readonly string[]): Promise<void> {
  await ctx.db.execute(sql`
    insert into ${storageDocuments} (organization_id, entry_id, due_at)
    select ${ctx.organization.id}::uuid, id, ${ctx.now().toISOString()}::timestamptz
    from unnest(${sql.param(`{${entry_ids.join(',')}}`)}::uuid[]) as id
    on conflict do nothing`)
  await ctx.emit(documentsQueued, {})
}

/** Every indexable file below a folder waits to be indexed. */
export async function queueDocumentsBelow(ctx: OrgContext, id: string): Promise<void> {
  await ctx.db.execute(sql`
    ${below(ctx, id)}
    insert into ${storageDocuments} (organization_id, entry_id, due_at)
    select ${ctx.organization.id}, id, ${ctx.now().toISOString()}::timestamptz from tree where type = 'file' and ${indexableName(sql`name`)}
    on conflict do nothing`)
  await ctx.emit(documentsQueued, {})
}
