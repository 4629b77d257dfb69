import type { SetSkillsFolder } from '#contracts/skills.ts'
import { fieldError } from '#platform/http/errors.ts'
import type { OrgContext } from '../organizations/context.ts'
import { permissionAt } from '../storage/access.ts'
import { isInTrash, locateByPath } from '../storage/find-entry.ts'
import type { TeammateContext } from '../teammates/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { updateTeammate } from '../teammates/update-teammate.ts'

/** Kept by its row, so that it stays the same folder wherever it goes. The caller has checked that the teammate may be edited. */
export async function setSkillsFolder(ctx: TeammateContext, { skills_path }: SetSkillsFolder): Promise<TeammateRow> {
  const skills_folder_id = skills_path === null ? null : await findReadableFolder(ctx, ctx.teammate, skills_path)
  return updateTeammate(ctx, ctx.teammate.id, { skills_folder_id })
}

export async function findReadableFolder(
  ctx: OrgContext,
  teammate: Pick<TeammateRow, 'id'>,
  path: string,
): Promise<string> {
  const located = await locateByPath(ctx, path)
  if (located?.entry.type !== 'folder' || isInTrash(located))
    throw fieldError('skills_path', 'There is no folder at this path', 'NO_SUCH_FOLDER')
  if (!(await permissionAt(ctx, teammate, located)))
    throw fieldError('skills_path', 'Share the folder with the teammate first', 'FOLDER_NOT_SHARED')
  return located.entry.id
}
