import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const webhooksFeature: Feature = {
  name: 'webhooks',
  about: 'Tells other programs what happens, by signed requests that are tried again',
  routes,
  reactions,
}
