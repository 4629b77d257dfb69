// What skills are made of. Free of zod, so that a page can use it for nothing.

/** What makes a folder a skill: front matter with its name and description, and then what is to be done. */
export const SKILL_FILE = 'SKILL.md'

/** Of a teammate; folders beyond are not read. */
export const MAX_SKILLS = 200
export const MAX_SKILL_BYTES = 100_000
export const MAX_DESCRIPTION_LENGTH = 1024
export const MAX_SKILL_NAME_LENGTH = 64

/** Words of small letters and digits with single hyphens between them, as in the Agent Skills format. */
export const isSkillName = (name: string): boolean =>
  name.length <= MAX_SKILL_NAME_LENGTH && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)

/** Why a skill is kept from the teammate. */
export const SKILL_PROBLEMS = [
  'too_large',
  'not_text',
  'unreadable',
  'no_front_matter',
  'bad_front_matter',
  'no_description',
  'bad_description',
  'no_name',
  'name_taken',
] as const
export type SkillProblem = (typeof SKILL_PROBLEMS)[number]

/** Whether the teammate can use its folder: none was chosen, or it may read it, or why not. */
export const SKILLS_STATES = ['none', 'ready', 'not_shared', 'trashed', 'gone'] as const
export type SkillsState = (typeof SKILLS_STATES)[number]

/** A new skill, to be written on. A text in quotes means the same in JSON and in front matter. */
export const newSkillText = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n# ${name}\n\n`
