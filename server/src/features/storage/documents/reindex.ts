import { sql } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { below } from '../entries-below.ts'
import { findFile, findFolder } from '../find-entry.ts'
import type { Listed } from '../present.ts'
import { storageDocuments } from '../table.ts'
import { announceDocument } from './announce-document.ts'
import { indexStateOf, isDocument, queueAgain } from './queue-document.ts'

/** Queues a failed document again. */
export function reindexFile(ctx: OrgContext, path: string): Promise<Listed> {
  return ctx.transaction(async (ctx) => {
    const { entry } = await findFile(ctx, path)
    const where = isDocument({ organization_id: ctx.organization.id, entry_id: entry.id })
    const [again] = await queueAgain(ctx, sql`${where} and state = 'failed'`)
    const queued = again ? await announceDocument(ctx, again) : null
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
  const failed = sql`organization_id = ${ctx.organization.id} and state = 'failed' ${tree ?? sql``}`
  const again = await queueAgain(ctx, failed)
  for (const entry_id of again.slice(0, ANNOUNCED)) await announceDocument(ctx, entry_id)
  return again.length
}

/** Anyone who looks at a folder reads it again after the first of them. */
const ANNOUNCED = 20
