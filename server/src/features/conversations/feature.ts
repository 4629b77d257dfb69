import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'
import { tools } from './tools.ts'

/** Conversations, messages and deliveries of all channels; what sets a channel apart is its declaration (docs/channels.md). */
export const conversationsFeature: Feature = {
  name: 'conversations',
  about: 'Files of conversations, and tool payloads too large for their messages',
  reactions,
  routes,
  tools,
}
