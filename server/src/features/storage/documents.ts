import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isIndexable } from '#contracts/file-types.ts'
import type { IndexState } from '#contracts/storage.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { below } from './below.ts'
import { findFile, findFolder } from './find-entry.ts'
import { type DocumentState, type EntryRow, storageDocuments } from './table.ts'

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
    .values(document)
    .onConflictDoUpdate({
      target: [storageDocuments.organization_id, storageDocuments.entry_id],
      set: { state: 'queued' },
    })
  return 'queued'
}

const isDocument = ({ organization_id, entry_id }: { organization_id: string; entry_id: string }) =>
  and(eq(storageDocuments.organization_id, organization_id), eq(storageDocuments.entry_id, entry_id))

/** The seven kinds, for a statement over many entries. */
export const indexableName = (name: SQL): SQL => sql`lower(${name}) ~ '\\.(txt|md|csv|xlsx|docx|pdf|pptx)$'`

/** Every indexable file below a folder waits to be indexed. */
export async function queueDocumentsBelow(ctx: OrgContext, id: string): Promise<void> {
  await ctx.db.execute(sql`
    ${below(ctx, id)}
    insert into ${storageDocuments} (organization_id, entry_id)
    select ${ctx.organization.id}, id from tree where type = 'file' and ${indexableName(sql`name`)}
    on conflict do nothing`)
}

export async function forgetDocumentsBelow(ctx: OrgContext, id: string): Promise<void> {
  await ctx.db.execute(sql`
    ${below(ctx, id)}
    delete from ${storageDocuments} d using tree
    where d.organization_id = ${ctx.organization.id} and d.entry_id = tree.id`)
}

export async function reindexFile(ctx: OrgContext, path: string): Promise<EntryRow> {
  const { entry } = await findFile(ctx, path)
  const where = isDocument({ organization_id: ctx.organization.id, entry_id: entry.id })
  const failed = and(where, eq(storageDocuments.state, 'failed'))
  const queued = await ctx.db.update(storageDocuments).set({ state: 'queued' }).where(failed).returning()
  if (queued.length > 0) return entry
  const [document] = await ctx.db.select().from(storageDocuments).where(where)
  if (!document) throw new AppError('not_found', 'This file has no indexed document')
  throw new AppError('conflict', `This file is not failed but "${indexStateOf(document.state)}"`)
}

/** Queues all failed documents below a folder; the root covers the whole tree. */
export async function reindexFolder(ctx: OrgContext, path: string): Promise<number> {
  if (path === '/') {
    const failed = and(eq(storageDocuments.organization_id, ctx.organization.id), eq(storageDocuments.state, 'failed'))
    return (await ctx.db.update(storageDocuments).set({ state: 'queued' }).where(failed)).rowCount ?? 0
  }
  const { entry } = await findFolder(ctx, path)
  const { rowCount } = await ctx.db.execute(sql`
    ${below(ctx, entry.id)}
    update ${storageDocuments} d set state = 'queued' from tree
    where d.organization_id = ${ctx.organization.id} and d.entry_id = tree.id and d.state = 'failed'`)
  return rowCount ?? 0
}
