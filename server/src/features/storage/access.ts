import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { EffectivePermission, Permission } from '#contracts/storage.ts'
import { isAny } from '#platform/db/is-any.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { aiEmployees, type TeammateRow } from '../teammates/table.ts'
import { asFile, asFolder, findEntry, isInTrash, type LocatedEntry, locateByIds, noSuchPath } from './find-entry.ts'
import { storageEntries, storageShares } from './table.ts'

/**
 * Which teammate has been given which folder with everything below it: the shares, and the root for system teammates.
 * Lists, search and whatever a teammate calls ask this and nothing else.
 */
export const grants = ({ organization }: OrgContext): SQL => sql`(
  select s.employee_id, s.entry_id, s.permission from ${storageShares} s
  where s.organization_id = ${organization.id}
  union all
  select a.id, e.id, 'write' from ${aiEmployees} a
  join ${storageEntries} e on e.organization_id = a.organization_id and e.parent_id is null and e.name = ''
  where a.organization_id = ${organization.id} and a.is_system)`

/** `granted_by` is the folder that decides. */
export type Holder = TeammateRow & EffectivePermission & { granted_by: string }

/** The teammates, among some, that may use an entry, each with what it may do with it and whether a folder above says so. */
export async function holdersOf(
  ctx: OrgContext,
  locatedEntries: readonly LocatedEntry[],
  among: SQL | undefined,
): Promise<Holder[]> {
  const ids = [...new Set(locatedEntries.flatMap(({ line }) => line.map(({ id }) => id)))]
  const granted = ctx.db
    .select({
      employee_id: sql<string>`g.employee_id`.as('employee_id'),
      entry_id: sql<string>`g.entry_id`.as('entry_id'),
      permission: sql<Permission>`g.permission`.as('permission'),
    })
    .from(sql`${grants(ctx)} g`)
    .as('granted')
  const rows = await ctx.db
    .select({ teammate: aiEmployees, entry_id: granted.entry_id, permission: granted.permission })
    .from(aiEmployees)
    .innerJoin(granted, eq(granted.employee_id, aiEmployees.id))
    .where(and(eq(aiEmployees.organization_id, ctx.organization.id), isAny(sql`${granted.entry_id}`, ids), among))
    .orderBy(desc(isNotNull(aiEmployees.owned_by_user_id)), aiEmployees.name, aiEmployees.id)

  const own = new Set(locatedEntries.map(({ entry }) => entry.id))
  const holders = new Map<string, Holder>()
  for (const { teammate, entry_id, permission } of rows) {
    const found = { ...teammate, permission, from_parent: !own.has(entry_id), granted_by: entry_id }
    const before = holders.get(teammate.id)
    if (!before || outweighs(found, before)) holders.set(teammate.id, found)
  }
  return [...holders.values()]
}

/** Writing counts more than reading; of two alike the one from above decides, because the one below changes nothing. */
const outweighs = (one: EffectivePermission, other: EffectivePermission): boolean =>
  one.permission === other.permission ? one.from_parent : one.permission === 'write'

/** What a teammate may do with entries, by their ids; those that it may not even know of are missing. */
export async function permissionsAt(
  ctx: OrgContext,
  teammate: Pick<TeammateRow, 'id'>,
  locatedEntries: readonly LocatedEntry[],
): Promise<Map<string, EffectivePermission>> {
  const { rows } = await ctx.db.execute<{ entry_id: string; permission: Permission }>(
    sql`select g.entry_id, g.permission from ${grants(ctx)} g where g.employee_id = ${teammate.id}`,
  )
  const granted = new Map(rows.map(({ entry_id, permission }) => [entry_id, permission]))
  const found = new Map<string, EffectivePermission>()
  for (const { entry, line } of locatedEntries)
    for (const { id } of line) {
      const permission = granted.get(id)
      const here = permission && { permission, from_parent: id !== entry.id }
      const before = found.get(entry.id)
      if (here && (!before || outweighs(here, before))) found.set(entry.id, here)
    }
  return found
}

/** Writing implies reading; null where the teammate may not even know of the entry. */
export async function permissionAt(
  ctx: OrgContext,
  teammate: Pick<TeammateRow, 'id'>,
  located: LocatedEntry,
): Promise<EffectivePermission | null> {
  return (await permissionsAt(ctx, teammate, [located])).get(located.entry.id) ?? null
}

/** On whose behalf something is done: a teammate; or, as null, the people and programs of the organization. */
export type Actor = Pick<TeammateRow, 'id'> | null

/** Refuses what a teammate may not do with an entry. What it may not read does not exist for it, nor does the trash for any teammate. */
export async function requireAccess(
  ctx: OrgContext,
  actor: Actor,
  located: LocatedEntry,
  needed: Permission,
): Promise<void> {
  if (!actor) return
  const access = isInTrash(located) ? null : await permissionAt(ctx, actor, located)
  if (!access) throw noSuchPath()
  if (needed === 'write' && access.permission === 'read')
    throw new AppError('forbidden', 'This is shared with you for reading only')
}

/** What lies at a path, for an actor that needs this permission there. */
export async function requireEntry(
  ctx: OrgContext,
  actor: Actor,
  path: string,
  needed: Permission,
): Promise<LocatedEntry> {
  const located = await findEntry(ctx, path)
  await requireAccess(ctx, actor, located, needed)
  return located
}

export const requireFolder = async (...way: Parameters<typeof requireEntry>): Promise<LocatedEntry> =>
  asFolder(await requireEntry(...way))

export const requireFile = async (...way: Parameters<typeof requireEntry>): Promise<LocatedEntry> =>
  asFile(await requireEntry(...way))

/** The folders that a teammate was given, in order of their paths. */
export async function grantedEntries(ctx: OrgContext, { id }: Pick<TeammateRow, 'id'>): Promise<LocatedEntry[]> {
  const { rows } = await ctx.db.execute<{ entry_id: string }>(
    sql`select g.entry_id from ${grants(ctx)} g where g.employee_id = ${id}`,
  )
  const locatedEntries = await locateByIds(
    ctx,
    rows.map(({ entry_id }) => entry_id),
  )
  return [...locatedEntries.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Where an actor may begin below a path: at the path itself, or at what it was given further down. */
export async function searchRoots(ctx: OrgContext, actor: Actor, path: string): Promise<LocatedEntry[]> {
  const located = await findEntry(ctx, path)
  if (!actor || (!isInTrash(located) && (await permissionAt(ctx, actor, located)))) return [located]
  const below = (await grantedEntries(ctx, actor)).filter(({ line }) => line.some(({ id }) => id === located.entry.id))
  if (below.length === 0 && path !== '/') throw noSuchPath()
  return below
}
