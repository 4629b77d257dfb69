import { z } from 'zod'
import { isText } from '#contracts/file-types.ts'
import { isSkillName, SKILL_FILE } from '#contracts/skill-names.ts'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { StoragePath } from '#contracts/storage-path.ts'
import { AppError } from '#platform/error.ts'
import { defineTool, type Tool } from '#platform/tool.ts'
import type { OrgContext } from '../organizations/context.ts'
import { readLines } from '../search/read-lines.ts'
import { requireFile } from '../storage/access.ts'
import { countFrom } from '../storage/storage-tool.ts'
import type { TeammateRow } from '../teammates/table.ts'
import type { ToolScope } from '../teammates/tools/tool-scope.ts'
import { reachSkillsFolder } from './access.ts'
import { describeSkills } from './describe-skills.ts'
import { findSkill } from './find-skill.ts'
import { listSkillFiles } from './list-skill-files.ts'
import { bodyOf } from './read-front-matter.ts'
import { readSkillText } from './read-skills.ts'
import { searchSkills } from './search-skills.ts'

const MAX_CHARACTERS = 30_000

const SkillName = z
  .string()
  .max(100)
  .refine(isSkillName, 'Not the name of a skill')
  .describe('As your skills are listed')

const skill = defineTool('skill', {
  is_read_only: true,
  description: 'Loads one of your skills: how a kind of task is done here, and which files belong to it.',
  input: z.object({ name: SkillName }),
  brief: ({ ctx, teammate }: ToolScope) => describeSkills(ctx, teammate),
  async call({ ctx, teammate }: ToolScope, { name }) {
    const { file, folder_id } = await findSkill(ctx, teammate, name)
    const body = bodyOf((await readSkillText(ctx, file)) ?? '')
    const { paths, more } = await listSkillFiles(ctx, folder_id)
    return {
      skill: name,
      instructions: body.slice(0, MAX_CHARACTERS),
      ...(body.length > MAX_CHARACTERS && {
        more: `This is the beginning; read all of it with skill_read and the path ${SKILL_FILE}.`,
      }),
      files: paths,
      ...(more && { more_files: 'There are more files than these.' }),
    }
  },
})

const skillSearch = defineTool('skill_search', {
  is_read_only: true,
  description: 'Finds those of your skills whose name, description or text has words of the query, the best first.',
  input: z.object({ query: z.string().trim().min(1).max(500) }),
  call: ({ ctx, teammate, signal }: ToolScope, { query }) => searchSkills(ctx, teammate, query, signal),
})

const skillRead = defineTool('skill_read', {
  is_read_only: true,
  description:
    'Reads a text file of one of your skills with line numbers. A long one is given in pieces that say how to go on.',
  input: z.object({
    name: SkillName,
    path: StoragePath.describe('Within the folder of the skill, such as "references/rates.md"'),
    offset: countFrom(1).describe('The first line to read'),
    limit: z.int().min(1).max(2000).default(400).describe('How many lines at most'),
  }),
  async call({ ctx, teammate }: ToolScope, { name, path, ...range }) {
    const found = await findSkill(ctx, teammate, name)
    const located = await requireFile(ctx, teammate, joinPath([...namesOf(found.path), ...namesOf(path)]), 'read')
    if (!isText(located.entry.name)) throw new AppError('bad_request', `${path} is no text file`)
    return readLines(ctx, { entry: located.entry, path }, range)
  },
})

const tools: readonly Tool<ToolScope>[] = [skill, skillSearch, skillRead]
const names = new Set(tools.map((tool) => tool.name))

export const isSkillTool = (name: string): boolean => names.has(name)

/** For a teammate with a folder of skills that it may read; for one without, nothing is asked of the database. */
export async function readSkillTools(ctx: OrgContext, teammate: TeammateRow): Promise<readonly Tool<ToolScope>[]> {
  if (teammate.skills_folder_id === null) return []
  return (await reachSkillsFolder(ctx, teammate)) ? tools : []
}
