import { Readable } from 'node:stream'
import { voiceEndpoints } from '#contracts/voice.ts'
import { Reply, route } from '#platform/route.ts'
import { createVoiceSample } from './samples/create-voice-sample.ts'
import { wavFile } from './samples/wav-file.ts'

export const routes = [
  route(voiceEndpoints.createVoiceSample, {
    caller: 'member',
    automation: true,
    limit: { name: 'voice-samples', per_minute: 30 },
    limitBy: ({ user }) => user.id,
    serve: async (ctx, { body }) => {
      const file = wavFile(await createVoiceSample(ctx, body))
      return new Reply(Readable.from([file]), {
        headers: { 'content-type': 'audio/wav', 'content-length': String(file.length) },
      })
    },
  }),
]
