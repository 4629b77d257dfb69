import { skillEndpoints } from '#contracts/skills.ts'
import { route } from '#platform/route.ts'
import { setSkillsFolder } from './set-skills-folder.ts'
import { showSkills } from './show-skills.ts'

export const routes = [
  route(skillEndpoints.showSkills, {
    caller: 'teammate_viewer',
    serve: (ctx) => showSkills(ctx, ctx.teammate),
  }),
  route(skillEndpoints.setSkillsFolder, {
    caller: 'teammate_editor',
    serve: async (ctx, { body }) => showSkills(ctx, await setSkillsFolder(ctx, body)),
  }),
]
