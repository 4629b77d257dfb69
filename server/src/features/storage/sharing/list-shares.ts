import type { FolderShares, PermissionHolder } from '#contracts/storage.ts'
import { joinPath } from '#contracts/storage-names.ts'
import type { MemberContext, OrgContext } from '../../organizations/context.ts'
import { visibleTeammates } from '../../teammates/access.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { holdersOf } from '../access.ts'
import { findFolder, type LocatedEntry } from '../find-entry.ts'

/** Someone of the organization; teammates whom they may not see are left out. */
export type Sharer = OrgContext & Pick<MemberContext, 'user' | 'role'>

export async function listShares(ctx: Sharer, path: string): Promise<FolderShares> {
  return sharesOf(ctx, await findFolder(ctx, path))
}

/** Who may use a folder, of the teammates that the caller sees. */
export async function sharesOf(ctx: Sharer, located: LocatedEntry): Promise<FolderShares> {
  const holders = await holdersOf(ctx, [located], visibleTeammates(ctx))
  const shares = holders.map((holder) => {
    const { permission, from_parent, granted_by } = holder
    const above = from_parent && pathOf(located, granted_by)
    return { ...presentHolder(holder), permission, from_parent, ...(above && { parent_path: above }) }
  })
  return { path: located.path, shares }
}

/** The path of an entry or of a folder above it. */
function pathOf({ line }: LocatedEntry, id: string): string {
  const names = line.slice(1, line.findIndex((row) => row.id === id) + 1)
  return joinPath(names.map(({ name }) => name))
}

export async function listHolders(ctx: Sharer, locatedEntries: readonly LocatedEntry[]): Promise<PermissionHolder[]> {
  return (await holdersOf(ctx, locatedEntries, visibleTeammates(ctx))).map(presentHolder)
}

const presentHolder = ({ id, name, role, is_system }: TeammateRow): PermissionHolder => ({
  employee_id: id,
  name,
  role,
  ...(is_system && { is_system: true as const }),
})
