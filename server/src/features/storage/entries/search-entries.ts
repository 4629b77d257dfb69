import { type SQL, sql } from 'drizzle-orm'
import type { EntrySearch, FoundEntries } from '#contracts/storage.ts'
import { TRASH } from '#contracts/storage-names.ts'
import { containsByIndexes, hasTrigram, phraseOf } from '#platform/db/folded-text.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { grantedEntries } from '../access.ts'
import { isInTrash, type LocatedEntry, locateByIds } from '../find-entry.ts'
import { storageEntries } from '../table.ts'

/** Entries that a teammate may read, by a part of their name; without one, whatever was changed last. */
export async function searchEntries(
  ctx: OrgContext,
  teammate: TeammateRow,
  { q, limit }: EntrySearch,
): Promise<FoundEntries> {
  const given = (await grantedEntries(ctx, teammate)).filter((located) => !isInTrash(located))
  const hasAll = given.some(({ path }) => path === '/')
  const ids = await candidates(ctx, q, hasAll ? isKept(ctx) : isWithin(ctx, given), limit + 1)
  const locatedEntries = await locateByIds(ctx, ids)
  const entries = ids.slice(0, limit).flatMap((id): FoundEntries['entries'] => {
    const located = locatedEntries.get(id)
    // What was deleted between the two statements is left out.
    if (!located || isInTrash(located)) return []
    return [{ name: located.entry.name, path: `/${located.path}`, type: located.entry.type }]
  })
  return { entries, truncated: ids.length > limit }
}

/**
 * The ids of entries with a matching name, best first. One or two letters match so much that sorting it by name would take a
 * second in a large tree; then, and without any, the order is that of an index: what was changed last comes first.
 */
async function candidates(ctx: OrgContext, q: string, within: SQL, limit: number): Promise<string[]> {
  const wanted = phraseOf(q.normalize('NFC'))
  const byName = sql`and (${containsByIndexes(sql`e.name`, sql`e.folded_name`, wanted)})`
  const isSelective = wanted.folded.some(hasTrigram)
  const bestName = sql`starts_with(coalesce(e.folded_name, lower(e.name)), ${wanted.folded[0]}) desc, length(e.name), e.name, e.id`
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select e.id from ${storageEntries} e
    where e.organization_id = ${ctx.organization.id} and e.parent_id is not null ${q === '' ? sql`` : byName} and ${within}
    order by ${isSelective ? bestName : sql`e.modified_at desc, e.id desc`} limit ${limit}`)
  return rows.map(({ id }) => id)
}

/**
 * True of an entry `e` that is neither in the trash nor detached, for a caller who sees everything. The folders there are walked, since
 * they are few beside the tree: a walk up from each candidate would take seconds where a large folder was deleted last.
 */
const isKept = ({ organization }: OrgContext): SQL => sql`(e.name <> ${TRASH} and e.parent_id not in (
    with recursive gone as (
      (select trash.id from ${storageEntries} root join ${storageEntries} trash
        on trash.organization_id = ${organization.id} and trash.parent_id = root.id and trash.name = ${TRASH}
      where root.organization_id = ${organization.id} and root.parent_id is null and root.name = ''
      union all
      select id from ${storageEntries} where organization_id = ${organization.id} and parent_id is null and name <> '')
      union all
      select f.id from gone join ${storageEntries} f
        on f.organization_id = ${organization.id} and f.parent_id = gone.id and f.type = 'folder'
    ) select id from gone))`

/** True of an entry `e` that is, or lies below, what was given. */
function isWithin({ organization }: OrgContext, given: readonly LocatedEntry[]): SQL {
  const ids = sql`any(${sql.param(`{${given.map(({ entry }) => entry.id).join(',')}}`)}::uuid[])`
  return sql`(e.id = ${ids} or e.parent_id in (
    with recursive folders as (
      select id from ${storageEntries} where organization_id = ${organization.id} and id = ${ids}
      union
      select f.id from folders join ${storageEntries} f
        on f.organization_id = ${organization.id} and f.parent_id = folders.id and f.type = 'folder'
    ) select id from folders))`
}
