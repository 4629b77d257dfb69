import { eq, sql } from 'drizzle-orm'
import { isIndexable } from '#contracts/file-types.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { below } from '../entries-below.ts'
import { isInTrash, locateById, locateByIds } from '../find-entry.ts'
import { adjustLargeTree } from '../jobs.ts'
import { lockTree } from '../lock-tree.ts'
import { storageDocuments } from '../table.ts'
import { type WaitingFolder, walkPage } from '../walk-tree.ts'
import { queueNewDocuments } from './queue-document.ts'

/** So many entries are adjusted at once while the tree is locked. */
const SMALL_TREE = 1000

/**
 * Makes the documents at and below an entry agree with where it lies: none in the trash, elsewhere one for each indexable
 * file. Of a large tree this is done in the background, so that nobody waits for the lock; what is in the trash is found by
 * no search in the meantime.
 */
export async function adjustDocuments(ctx: OrgContext, id: string): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: string; name: string; type: string }>(
    sql`${below(ctx, id)} select id, name, type from tree limit ${SMALL_TREE + 1}`,
  )
  if (rows.length > SMALL_TREE) {
    await ctx.enqueue(adjustLargeTree, { organization_id: ctx.organization.id, entry_id: id })
    return
  }
  const located = await locateById(ctx, id)
  if (located) await adjust(ctx, rows, isInTrash(located))
}

/** A page at a time; each page is adjusted to where its folders lie at that moment, so that a move in between does no harm. */
export async function adjustTree(
  ctx: Context,
  { organization_id, entry_id }: { organization_id: string; entry_id: string },
): Promise<void> {
  const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, organization_id))
  if (!organization) return
  const waiting: WaitingFolder[] = [{ id: entry_id, after: '' }]
  while (waiting.length > 0)
    await extendContext(ctx, { organization }).transaction(async (ctx) => {
      await lockTree(ctx, 'shared')
      const entries = await walkPage(ctx, waiting, undefined)
      const locatedEntries = await locateByIds(ctx, [...new Set(entries.map(({ folder_id }) => folder_id))])
      const inTrash = new Map([...locatedEntries].map(([id, located]) => [id, isInTrash(located)]))
      for (const is of [true, false])
        await adjust(
          ctx,
          entries.filter(({ folder_id }) => inTrash.get(folder_id) === is),
          is,
        )
    })
}

type Entry = { id: string; name: string; type: string }

async function adjust(ctx: OrgContext, entries: readonly Entry[], is_in_trash: boolean): Promise<void> {
  const files = entries.filter(({ type, name }) => type === 'file' && (is_in_trash || isIndexable(name)))
  if (files.length === 0) return
  const ids = files.map(({ id }) => id)
  if (!is_in_trash) return queueNewDocuments(ctx, ids)
  await ctx.db.execute(sql`
    delete from ${storageDocuments}
    where organization_id = ${ctx.organization.id} and entry_id = any(${sql.param(`{${ids.join(',')}}`)}::uuid[])`)
}
