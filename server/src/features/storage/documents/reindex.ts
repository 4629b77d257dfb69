import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { announceDocument } from '../announce-document.ts'
import { below } from '../entries-below.ts'
import { findFile, findFolder } from '../find-entry.ts'
import type { Listed } from '../present.ts'
import { queued as asQueued, indexStateOf, isDocument } from '../queue-document.ts'
import { storageDocuments } from '../table.ts'

/** Queues a failed document again. */
export function reindexFile(ctx: OrgContext, path: string): Promise<Listed> {
  return ctx.transaction(async (ctx) => {
    const { entry } = await findFile(ctx, path)
    const where = isDocument({ organization_id: ctx.organization.id, entry_id: entry.id })
    const changed = await ctx.db
      .update(storageDocuments)
      .set(asQueued(ctx))
      .where(and(where, eq(storageDocuments.state, 'failed')))
    const queued = changed.rowCount ? await announceDocument(ctx, entry.id) : null
    if (queued) return queued
    const [document] = await ctx.db.select().from(storageDocuments).where(where)
    if (!document) throw new AppError('not_found', 'This file has no indexed document')
    throw new AppError('conflict', `This file is not failed but "${indexStateOf(document.state)}"`)
  })
}

/** Queues all failed documents below a folder; the root covers the whole tree. */
export async function reindexFolder(ctx: OrgContext, path: string): Promise<number> {
  const { entry } = await findFolder(ctx, path)
  const tree = path === '/' ? null : sql`and entry_id in (${below(ctx, entry.id)} select id from tree)`
  const failed = await ctx.db
    .update(storageDocuments)
    .set(asQueued(ctx))
    .where(sql`organization_id = ${ctx.organization.id} and state = 'failed' ${tree ?? sql``}`)
    .returning({ entry_id: storageDocuments.entry_id })
  for (const { entry_id } of failed.slice(0, ANNOUNCED)) await announceDocument(ctx, entry_id)
  return failed.length
}

/** Whoever looks at a folder reads it again after the first of them. */
const ANNOUNCED = 20
