import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const usageFeature: Feature = {
  name: 'usage',
  about: 'What runs used: tokens, money and time, by teammate, model, channel, workflow and day',
  routes,
  reactions,
}
