import { Readable } from 'node:stream'
import { voiceEndpoints } from '#contracts/voice.ts'
import { SAMPLE_RATE_HZ } from '#contracts/voice-socket.ts'
import { whileConnected } from '#platform/http/while-connected.ts'
import { Reply, route } from '#platform/route.ts'
import { wavFile } from '../models/speech/wav-file.ts'
import { createVoiceSample } from './samples/create-voice-sample.ts'

export const routes = [
  route(voiceEndpoints.createVoiceSample, {
    caller: 'member',
    automation: true,
    limit: { name: 'voice-samples', per_minute: 30 },
    limitBy: ({ user }) => user.id,
    serve: async (ctx, { body, http }) => {
      const sample = await whileConnected(http, (signal) => createVoiceSample(ctx, body, signal))
      const file = wavFile(sample, SAMPLE_RATE_HZ)
      return new Reply(Readable.from([file]), {
        headers: { 'content-type': 'audio/wav', 'content-length': String(file.length) },
      })
    },
  }),
]
