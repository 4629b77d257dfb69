import type { Feature } from '#platform/feature.ts'
import './msgr/platform.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'
import './tchat/platform.ts'

export const channelBotsFeature: Feature = {
  name: 'channel-bots',
  about: 'Chat platforms that an organization is connected to, and bots by which its teammates answer there',
  routes,
  reactions,
}
