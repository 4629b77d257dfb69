import type { Feature } from '#platform/feature.ts'
import { defineSkillsPaths } from '../teammates/skills-path.ts'
import { defineSkillTools } from '../teammates/tools/check-tools.ts'
import { findSkillsFolder } from './access.ts'
import { isSkillTool } from './read-skill-tools.ts'
import { routes } from './routes.ts'
import { findReadableFolder } from './set-skills-folder.ts'

defineSkillsPaths({
  pathOf: async (ctx, teammate) => (await findSkillsFolder(ctx, teammate)).located?.path ?? null,
  folderAt: findReadableFolder,
})

defineSkillTools(isSkillTool)

export const skillsFeature: Feature = {
  name: 'skills',
  about: 'What teammates load to know how a task is done: folders of the storage with a SKILL.md',
  routes,
}
