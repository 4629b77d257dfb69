import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { reachSkillsFolder } from './access.ts'
import { isUsable, readSkills } from './read-skills.ts'

/** A prompt has no more of skills than this; the others are found with `skill_search`. */
const MAX_CHARACTERS = 20_000

/** What a model reads of a teammate's skills before it needs one; null where it has no folder of them. */
export async function describeSkills(ctx: OrgContext, teammate: TeammateRow): Promise<string | null> {
  if (teammate.skills_folder_id === null) return null
  const located = await reachSkillsFolder(ctx, teammate)
  if (!located) return null
  const { skills: found } = await readSkills(ctx, located)
  const skills = found.filter(isUsable)
  const lines: string[] = []
  let length = 0
  for (const { name, description } of skills) {
    const line = `- ${name}: ${description}`
    length += line.length
    if (length > MAX_CHARACTERS) break
    lines.push(line)
  }
  const more = skills.length - lines.length
  return [
    '# Skills',
    'Each skill tells how a kind of task is done here. Before a task that one of them is about, load it with the tool `skill` and follow it.',
    ...(lines.length > 0 ? lines : [found.length > 0 ? 'None can be used at the moment.' : 'There are none yet.']),
    ...(more > 0 ? [`${more} more are found with the tool \`skill_search\`.`] : []),
  ].join('\n')
}
