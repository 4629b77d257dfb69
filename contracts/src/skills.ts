import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import * as skillPaths from './paths/skills.ts'
import { SKILL_PROBLEMS, SKILLS_STATES } from './skill-names.ts'
import { Permission } from './storage.ts'
import { StoragePath } from './storage-path.ts'

export const Skill = z.object({
  /** As the teammate calls it; null where neither its text nor its folder has a name for it. */
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** Of its folder. */
  path: z.string(),
  /** Null for what the teammate can use. */
  problem: z.enum(SKILL_PROBLEMS).nullable(),
})
export type Skill = z.infer<typeof Skill>

export const TeammateSkills = z.object({
  /** Where the folder lies now; null where none was chosen, or where it was erased. */
  skills_path: z.string().nullable(),
  state: z.enum(SKILLS_STATES),
  /** What the teammate may do in the folder; null where it may not read it. */
  permission: Permission.nullable(),
  skills: z.array(Skill),
  /** Whether there are more folders with skills than are read. */
  has_more: z.boolean(),
})
export type TeammateSkills = z.infer<typeof TeammateSkills>

export const SetSkillsFolder = z.strictObject({ skills_path: StoragePath.nullable() })
export type SetSkillsFolder = z.infer<typeof SetSkillsFolder>

const OneTeammate = z.object({ employee_id: z.uuid() })

export const skillEndpoints = describeEndpoints(skillPaths, {
  showSkills: {
    summary: 'Get the folder of a teammate’s skills, and the skills in it',
    params: OneTeammate,
    answer: TeammateSkills,
  },
  setSkillsFolder: {
    summary: 'Choose the folder of a teammate’s skills among those that it may read, or none',
    params: OneTeammate,
    body: SetSkillsFolder,
    answer: TeammateSkills,
    errors: { 400: ['NO_SUCH_FOLDER', 'FOLDER_NOT_SHARED'] },
  },
})
