import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const inboxFeature: Feature = {
  name: 'inbox',
  about: 'Conversations as operators see them, and the contacts in them',
  routes,
  reactions,
}
