import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const webchatFeature: Feature = {
  name: 'webchat',
  about: 'What the widget on customers’ pages calls, and how an organization sets it up',
  routes,
  reactions,
}
