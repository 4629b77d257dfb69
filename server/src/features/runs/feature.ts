import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'
import { steps } from './steps.ts'
import { tools } from './tools.ts'

export const runsFeature: Feature = {
  name: 'runs',
  about: 'What teammates spend, and files that a run hands out',
  reactions,
  routes,
  tools,
  steps,
}
