import type { Feature } from '#platform/feature.ts'
import { onJob } from '#platform/reaction.ts'
import { fireDue } from './due/fire-due.ts'
import { fireDueTriggers } from './jobs.ts'
import { routes } from './routes.ts'

export const triggersFeature: Feature = {
  name: 'triggers',
  about: 'What starts workflows: programs, events from outside, schedules, and people',
  routes,
  reactions: [onJob(fireDueTriggers, fireDue)],
}
