import { type SQL, sql } from 'drizzle-orm'
import type { EntrySearch, FoundEntries } from '#contracts/storage.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { grantedPlaces } from '../access.ts'
import { findPlacesOf, isInTrash, type Place } from '../find-entry.ts'
import { storageEntries } from '../table.ts'

const PAGE = 100
/** Beyond so many candidates in a row that lie in the trash, nothing else is looked for. */
const MOST_CANDIDATES = 5000

/** Entries that a teammate may read, by a part of their name; without one, whatever was changed last. */
export async function searchEntries(
  ctx: OrgContext,
  teammate: TeammateRow,
  { q, limit }: EntrySearch,
): Promise<FoundEntries> {
  const given = await grantedPlaces(ctx, teammate)
  const hasAll = given.some(({ path }) => path === '/')
  const within = hasAll ? sql`true` : isWithin(ctx, given)
  const found: Place[] = []
  for (let offset = 0; found.length <= limit && offset < MOST_CANDIDATES; offset += PAGE) {
    const ids = await candidates(ctx, q, within, offset)
    const places = await findPlacesOf(ctx, ids)
    for (const id of ids) {
      const place = places.get(id)
      if (place && !isInTrash(place)) found.push(place)
    }
    if (ids.length < PAGE) break
  }
  const entries = found
    .slice(0, limit)
    .map(({ entry: { name, type }, path }): FoundEntries['entries'][number] => ({ name, path: `/${path}`, type }))
  return { entries, truncated: found.length > limit }
}

/**
 * The ids of entries with a matching name, best first. One or two letters match so much that sorting it by name would take a
 * second in a large tree; then, and without any, the order is that of an index: what was changed last comes first.
 */
async function candidates(ctx: OrgContext, q: string, within: SQL, offset: number): Promise<string[]> {
  const text = q.normalize('NFC').replaceAll(/[\\%_]/g, '\\$&')
  const byName = sql`and lower(e.name) like lower(${`%${text}%`})`
  const isTelling = /[\p{L}\p{N}]{3}/u.test(q)
  const bestName = sql`lower(e.name) like lower(${`${text}%`}) desc, length(e.name), e.name, e.id`
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select e.id from ${storageEntries} e
    where e.organization_id = ${ctx.organization.id} and e.parent_id is not null ${q === '' ? sql`` : byName} and ${within}
    order by ${isTelling ? bestName : sql`e.modified_at desc, e.id desc`} limit ${PAGE} offset ${offset}`)
  return rows.map(({ id }) => id)
}

/** True of an entry `e` that is, or lies below, what was given. Whoever has everything needs no such walk. */
function isWithin({ organization }: OrgContext, given: readonly Place[]): SQL {
  const ids = sql`any(${sql.param(`{${given.map(({ entry }) => entry.id).join(',')}}`)}::uuid[])`
  return sql`(e.id = ${ids} or e.parent_id in (
    with recursive folders as (
      select id from ${storageEntries} where organization_id = ${organization.id} and id = ${ids}
      union
      select f.id from folders join ${storageEntries} f
        on f.organization_id = ${organization.id} and f.parent_id = folders.id and f.type = 'folder'
    ) select id from folders))`
}
