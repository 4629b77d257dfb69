import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const internalChatFeature: Feature = {
  name: 'internal-chat',
  about: 'A person’s own chats with teammates',
  routes,
}
