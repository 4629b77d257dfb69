import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { voiceSocket } from './socket/voice-socket.ts'

export const voiceFeature: Feature = {
  name: 'voice',
  about: 'Calls with teammates by voice',
  reactions,
  sockets: [voiceSocket],
}
