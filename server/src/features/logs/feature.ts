import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const logsFeature: Feature = {
  name: 'logs',
  about: 'What runs did, how long it took and what it cost',
  routes,
  reactions,
}
