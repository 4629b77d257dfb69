import { sql } from 'drizzle-orm'
import type { TeammateAccess } from '#contracts/storage.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { grants, permissionAt } from '../access.ts'
import { findPlaceOf, type Place } from '../find-entry.ts'
import { listHolders } from './list-shares.ts'

/** The folders that a teammate has been given, and who else may use them. */
export async function showAccess(ctx: TeammateContext): Promise<TeammateAccess> {
  const { rows } = await ctx.db.execute<{ entry_id: string }>(
    sql`select g.entry_id from ${grants(ctx)} g where g.employee_id = ${ctx.teammate.id}`,
  )
  const folders: TeammateAccess['folders'] = []
  const places: Place[] = []
  for (const { entry_id } of rows) {
    const place = await findPlaceOf(ctx, entry_id)
    const access = place && (await permissionAt(ctx, ctx.teammate, place))
    if (!access) continue
    const { permission, from_parent } = access
    folders.push({ path: place.path, permission, from_parent })
    places.push(place)
  }
  folders.sort((one, other) => (one.path < other.path ? -1 : 1))
  const effective = folders.map(({ path, ...access }) => [path, access] as const)
  return {
    folders,
    permission_holders: places.length > 0 ? await listHolders(ctx, places) : [],
    effective_permissions: Object.fromEntries(effective),
  }
}
