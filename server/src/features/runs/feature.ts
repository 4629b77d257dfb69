import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'
import { steps } from './steps/step-types.ts'
import { tools } from './tools.ts'

/** The engine: how flows are executed, queued, recovered, paid and logged (docs/runs.md). */
export const runsFeature: Feature = {
  name: 'runs',
  about: 'What teammates spend, and files of runs',
  reactions,
  routes,
  tools,
  steps,
}
