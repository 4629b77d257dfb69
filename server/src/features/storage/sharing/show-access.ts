import type { TeammateAccess } from '#contracts/storage.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { grantedEntries, permissionsAt } from '../access.ts'
import { listHolders } from './list-shares.ts'

/** The folders that a teammate has been given, and who else may use them. */
export async function showAccess(ctx: TeammateContext): Promise<TeammateAccess> {
  const locatedEntries = await grantedEntries(ctx, ctx.teammate)
  const access = await permissionsAt(ctx, ctx.teammate, locatedEntries)
  const folders = locatedEntries.flatMap(({ path, entry }) => {
    const { permission, from_parent } = access.get(entry.id) ?? {}
    return permission === undefined || from_parent === undefined ? [] : [{ path, permission, from_parent }]
  })
  const effective = folders.map(({ path, ...access }) => [path, access] as const)
  return {
    folders,
    permission_holders: locatedEntries.length > 0 ? await listHolders(ctx, locatedEntries) : [],
    effective_permissions: Object.fromEntries(effective),
  }
}
