import { z } from 'zod'
import { vendors } from '#contracts/parties.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import { OutboundRefused } from '#platform/outbound/refused.ts'
import type { ModelUsage, Transcription, VendorConnection } from '../../model-language.ts'
import { usageOfSpeech } from '../../speech/speech-usage.ts'
import { answerTooLong, brokenStream, notConnected } from '../failure.ts'
import { limitedFetch } from '../limited-fetch.ts'
import { refusalReason } from '../refusal-reason.ts'

/** Far more than is said in a day. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

const Count = z.number().nullish().catch(null)

/** Some count tokens, some seconds, and a server of one's own perhaps nothing. */
const Answer = z.object({
  text: z.string(),
  duration: Count,
  usage: z.object({ input_tokens: Count, output_tokens: Count, seconds: Count }).nullish().catch(null),
})

type Sent = { path: string; body: FormData | string; headers?: Record<string, string> }

/** Sends audio to a vendor's transcription and reads what it understood. */
export async function postAudio(
  connection: VendorConnection,
  { path, body, headers = {} }: Sent,
  signal: AbortSignal,
): Promise<Transcription> {
  const { provider, api_key } = connection
  const base = connection.base_url ?? vendors[provider].default_base_url
  if (!base || (!api_key && provider !== 'custom')) throw notConnected(connection)

  const response = await limitedFetch(connection.fetch)(`${base.replace(/\/$/, '')}${path}`, {
    method: 'POST',
    headers: { ...headers, accept: 'application/json', ...(api_key && { authorization: `Bearer ${api_key}` }) },
    body,
    signal,
  })
  if (!response.ok) throw { statusCode: response.status, message: refusalReason(await response.text(), api_key ?? '') }
  const answer = Answer.safeParse(JSON.parse(await readAnswer(connection, response, signal)))
  if (!answer.success) throw new SyntaxError('The answer has no text')
  return { text: answer.data.text, usage: usageIn(answer.data) }
}

async function readAnswer(connection: VendorConnection, response: Response, signal: AbortSignal): Promise<string> {
  try {
    return (await readLimited(response, MAX_ANSWER_BYTES)).toString()
  } catch (error) {
    if (signal.aborted) throw error
    throw error instanceof OutboundRefused ? answerTooLong(connection) : brokenStream(connection)
  }
}

function usageIn({ usage, duration }: z.infer<typeof Answer>): ModelUsage | null {
  if (typeof usage?.input_tokens === 'number') {
    const { input_tokens, output_tokens } = usage
    return { input_tokens, output_tokens: output_tokens ?? 0, cached_input_tokens: 0 }
  }
  const seconds = usage?.seconds ?? duration
  return typeof seconds === 'number' ? usageOfSpeech(seconds) : null
}
