import type { TeammateSkills } from '#contracts/skills.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { findSkillsFolder } from './access.ts'
import { readSkills } from './read-skills.ts'

/** With what is wrong with each, which the teammate does not see. */
export async function showSkills(ctx: OrgContext, teammate: TeammateRow): Promise<TeammateSkills> {
  const { state, located, permission } = await findSkillsFolder(ctx, teammate)
  const about = { skills_path: located?.path ?? null, state, permission }
  if (state !== 'ready' || !located) return { ...about, skills: [], has_more: false }
  const { skills, has_more } = await readSkills(ctx, located)
  return {
    ...about,
    skills: skills.map(({ name, description, path, problem }) => ({ name, description, path, problem })),
    has_more,
  }
}
