import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'
import { voiceSocket } from './socket/voice-socket.ts'

export const voiceFeature: Feature = {
  name: 'voice',
  about: 'Calls with teammates by voice',
  routes,
  reactions,
  sockets: [voiceSocket],
}
