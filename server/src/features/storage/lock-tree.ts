import { type SQL, sql } from 'drizzle-orm'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../organizations/context.ts'
import { makeRoot } from './find-entry.ts'
import { type EntryRow, storageEntries } from './table.ts'

/**
 * Holds an organization's tree until the transaction ends, and makes its root at the first use. A change of what
 * lies where takes it `exclusive`: two moves at once could close a circle. Anyone who adds something takes it `shared`
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

const holding = (name: string, lock: SQL) =>
  defineStatement(
    name,
    { organization_id: 'uuid' },
    (p) => sql<EntryRow>`
    select * from ${storageEntries}
    where organization_id = ${p.organization_id} and parent_id is null and name = '' for ${lock}`,
  )

const hold = {
  exclusive: holding('hold_storage_root', sql`no key update`),
  shared: holding('share_storage_root', sql`share`),
}

async function readRoot({ db, organization }: OrgContext, how: 'exclusive' | 'shared'): Promise<EntryRow | undefined> {
  const [root] = await hold[how](db, { organization_id: organization.id })
  return root
}
