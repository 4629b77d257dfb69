import { and, eq, isNull } from 'drizzle-orm'
import type { OrgContext } from '../organizations/context.ts'
import { makeRoot } from './find-entry.ts'
import { type EntryRow, storageEntries } from './table.ts'

/**
 * Holds an organization's tree until the transaction ends, and makes its root at the first use. Whoever changes what
 * lies where takes it `exclusive`: two moves at once could close a circle. Whoever adds something takes it `shared`
 * with others of the kind, so that no folder goes to the trash beneath it.
 */
export async function lockTree(ctx: OrgContext, how: 'exclusive' | 'shared'): Promise<EntryRow> {
  const found = await readRoot(ctx, how)
  if (found) return found
  await makeRoot(ctx)
  const made = await readRoot(ctx, how)
  if (!made) throw new Error('The root was not written')
  return made
}

async function readRoot(ctx: OrgContext, how: 'exclusive' | 'shared'): Promise<EntryRow | undefined> {
  const [root] = await ctx.db
    .select()
    .from(storageEntries)
    .where(
      and(
        eq(storageEntries.organization_id, ctx.organization.id),
        isNull(storageEntries.parent_id),
        eq(storageEntries.name, ''),
      ),
    )
    .for(how === 'exclusive' ? 'no key update' : 'share')
  return root
}
