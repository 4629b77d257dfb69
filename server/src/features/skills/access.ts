import type { SkillsState } from '#contracts/skill-names.ts'
import type { Permission } from '#contracts/storage.ts'
import type { OrgContext } from '../organizations/context.ts'
import { permissionAt } from '../storage/access.ts'
import { isInTrash, type LocatedEntry, locateById } from '../storage/find-entry.ts'
import type { TeammateRow } from '../teammates/table.ts'

export type SkillsFolder = { state: SkillsState; located: LocatedEntry | null; permission: Permission | null }

type Owner = Pick<TeammateRow, 'id' | 'skills_folder_id'>

/** The folder of a teammate's skills as it is now: found by its row, judged by the rights of the storage. */
export async function findSkillsFolder(ctx: OrgContext, teammate: Owner): Promise<SkillsFolder> {
  const { skills_folder_id } = teammate
  if (skills_folder_id === null) return { state: 'none', located: null, permission: null }
  const located = await locateById(ctx, skills_folder_id)
  if (located?.entry.type !== 'folder') return { state: 'gone', located: null, permission: null }
  if (isInTrash(located)) return { state: 'trashed', located, permission: null }
  const { permission = null } = (await permissionAt(ctx, teammate, located)) ?? {}
  return { state: permission ? 'ready' : 'not_shared', located, permission }
}

/** The same for anyone who works with the skills; null where the teammate has no folder that it may read. */
export async function reachSkillsFolder(ctx: OrgContext, teammate: Owner): Promise<LocatedEntry | null> {
  const { state, located } = await findSkillsFolder(ctx, teammate)
  return state === 'ready' ? located : null
}
