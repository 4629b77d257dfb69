import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const organizationsFeature: Feature = {
  name: 'organizations',
  about: 'Settings and keys of an organization',
  routes,
  reactions,
}
