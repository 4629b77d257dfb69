import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { LocatedEntry } from '../storage/find-entry.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { reachSkillsFolder } from './access.ts'
import { isUsable, readSkills, type UsableSkill } from './read-skills.ts'

/** The folder may have been taken away while the run continues. */
export async function requireSkillsFolder(ctx: OrgContext, teammate: TeammateRow): Promise<LocatedEntry> {
  const located = await reachSkillsFolder(ctx, teammate)
  if (!located) throw new AppError('not_found', 'You no longer have skills')
  return located
}

export async function findSkill(ctx: OrgContext, teammate: TeammateRow, name: string): Promise<UsableSkill> {
  const { skills } = await readSkills(ctx, await requireSkillsFolder(ctx, teammate))
  const skill = skills.filter(isUsable).find((each) => each.name === name)
  if (!skill) throw new AppError('not_found', `There is no such skill. skill_search shows which there are`)
  return skill
}
