import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const apiChatFeature: Feature = {
  name: 'api-chat',
  about: 'Conversations with teammates by an organization’s private key',
  routes,
}
