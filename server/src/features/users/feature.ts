import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const usersFeature: Feature = {
  name: 'users',
  about: 'Preferences of a person',
  routes,
  reactions,
}
