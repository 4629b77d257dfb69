import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

/** The channel of programs: conversations by the private API. */
export const apiChatFeature: Feature = {
  name: 'api-chat',
  about: 'Conversations with teammates by an organization’s private key',
  routes,
}
