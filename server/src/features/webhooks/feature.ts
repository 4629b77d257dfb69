import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const webhooksFeature: Feature = {
  name: 'webhooks',
  about: 'Signed requests that tell other programs what happens',
  routes,
  reactions,
}
