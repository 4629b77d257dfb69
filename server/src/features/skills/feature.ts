import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const skillsFeature: Feature = {
  name: 'skills',
  about: 'What teammates load to know how a task is done: folders of the storage with a SKILL.md',
  routes,
}
