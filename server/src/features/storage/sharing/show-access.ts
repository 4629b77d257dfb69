import type { TeammateAccess } from '#contracts/storage.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { grantedPlaces, permissionAt } from '../access.ts'
import type { Place } from '../find-entry.ts'
import { listHolders } from './list-shares.ts'

/** The folders that a teammate has been given, and who else may use them. */
export async function showAccess(ctx: TeammateContext): Promise<TeammateAccess> {
  const folders: TeammateAccess['folders'] = []
  const places: Place[] = []
  for (const place of await grantedPlaces(ctx, ctx.teammate)) {
    const access = await permissionAt(ctx, ctx.teammate, place)
    if (!access) continue
    const { permission, from_parent } = access
    folders.push({ path: place.path, permission, from_parent })
    places.push(place)
  }
  const effective = folders.map(({ path, ...access }) => [path, access] as const)
  return {
    folders,
    permission_holders: places.length > 0 ? await listHolders(ctx, places) : [],
    effective_permissions: Object.fromEntries(effective),
  }
}
