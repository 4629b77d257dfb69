import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { sampleQuestion } from './demo-hearing.ts'
import type { createDemoVoice } from './demo-voice.ts'

const SpeechRequest = z.object({
  input: z.string().min(1).max(4096),
  voice: z.string(),
  response_format: z.literal('pcm'),
})

/** Both ways between text and sound, in OpenAI's form; false where that could not be done. */
export async function serveSpeech(
  path: string | undefined,
  body: Buffer,
  voice: ReturnType<typeof createDemoVoice>,
  response: ServerResponse,
): Promise<boolean> {
  if (path === '/v1/audio/transcriptions') {
    const answer = { text: sampleQuestion(body), usage: { type: 'tokens', input_tokens: 0, output_tokens: 0 } }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    return true
  }
  const request = path === '/v1/audio/speech' ? SpeechRequest.safeParse(parseJson(body)) : null
  const pcm = request?.success ? await voice.speak(request.data.input, request.data.voice) : null
  if (!pcm) return false
  response.writeHead(200, { 'content-type': 'audio/pcm' }).end(pcm)
  return true
}

/** Undefined where the body is no JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
