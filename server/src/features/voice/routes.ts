import { Readable } from 'node:stream'
import { voiceEndpoints } from '#contracts/voice.ts'
import { SAMPLE_RATE_HZ } from '#contracts/voice-socket.ts'
import { Reply, route } from '#platform/route.ts'
import { wavFile } from '../models/wav-file.ts'
import { createVoiceSample } from './samples/create-voice-sample.ts'

export const routes = [
  route(voiceEndpoints.createVoiceSample, {
    caller: 'member',
    automation: true,
    limit: { name: 'voice-samples', per_minute: 30 },
    limitBy: ({ user }) => user.id,
    serve: async (ctx, { body }) => {
      const file = wavFile(await createVoiceSample(ctx, body), SAMPLE_RATE_HZ)
      return new Reply(Readable.from([file]), {
        headers: { 'content-type': 'audio/wav', 'content-length': String(file.length) },
      })
    },
  }),
]
