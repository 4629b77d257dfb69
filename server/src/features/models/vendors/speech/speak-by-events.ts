import { z } from 'zod'
import type { CountedUsage, ModelUsage, VendorConnection } from '../../model-language.ts'
import type { Pcm, SpeechRequest, SpokenUsage } from '../../speech/speech-language.ts'
import { brokenStream, refusedBy } from '../failure.ts'
import { pcmSamples, requireRate } from './pcm-samples.ts'
import { readSpeech, requestSpeech } from './request-speech.ts'

const Count = z.number().nonnegative().nullish().catch(null)

const Event = z.looseObject({
  candidates: z
    .array(
      z.looseObject({
        content: z
          .looseObject({
            parts: z
              .array(
                z.looseObject({
                  inlineData: z.looseObject({ data: z.string(), mimeType: z.string().nullish() }).nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finishReason: z.string().nullish(),
      }),
    )
    .nullish(),
  promptFeedback: z.looseObject({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: z
    .looseObject({ promptTokenCount: Count, candidatesTokenCount: Count, totalTokenCount: Count })
    .nullish()
    .catch(null),
  error: z.looseObject({ code: z.number().nullish(), message: z.string().nullish() }).nullish(),
})
type Event = z.infer<typeof Event>

/** Gemini's speech models stream sound within JSON, as events. */
export async function* speakByEvents(
  connection: VendorConnection,
  { model, voice, text }: SpeechRequest,
  signal: AbortSignal,
): AsyncGenerator<Pcm, SpokenUsage> {
  const speechConfig = { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } }
  const response = await requestSpeech(
    connection,
    {
      path: `/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
      body: {
        contents: [{ role: 'user', parts: [{ text }] }],
        generationConfig: { responseModalities: ['AUDIO'], speechConfig },
      },
      headers: { 'x-goog-api-key': connection.api_key ?? '' },
    },
    signal,
  )
  const state: State = { usage: null, finish: null, isBlocked: false, hasSound: false }
  yield* pcmSamples(connection, soundOf(connection, readSpeech(connection, response, signal), state))
  return state.usage
}

type State = { usage: CountedUsage | null; finish: string | null; isBlocked: boolean; hasSound: boolean }

async function* soundOf(
  connection: VendorConnection,
  body: AsyncIterable<Uint8Array>,
  state: State,
): AsyncGenerator<Uint8Array> {
  for await (const event of eventsOf(body)) {
    if (event.error) throw { statusCode: event.error.code ?? undefined, message: event.error.message ?? '' }
    state.isBlocked ||= Boolean(event.promptFeedback?.blockReason)
    state.usage = usageIn(event) ?? state.usage
    for (const { content, finishReason } of event.candidates ?? []) {
      state.finish = finishReason ?? state.finish
      for (const { inlineData } of content?.parts ?? []) {
        if (!inlineData) continue
        const rate = /rate=(\d+)/.exec(inlineData.mimeType ?? '')?.[1]
        if (rate) requireRate(connection, Number(rate))
        const sound = Buffer.from(inlineData.data, 'base64')
        state.hasSound ||= sound.length > 0
        yield sound
      }
    }
  }
  requireWhole(connection, state)
}

/** Ends in which Gemini broke off; it gives OTHER for long speech of which the rest is missing, and where it made no sound. */
const BROKEN_ENDS = /^(OTHER|MAX_TOKENS|FINISH_REASON_UNSPECIFIED)$/

/** What Gemini counted is charged, however the answer ended. */
function requireWhole(connection: VendorConnection, { usage, finish, isBlocked, hasSound }: State): void {
  if (finish === 'STOP' && hasSound) return
  const isRefused = isBlocked || (finish !== null && finish !== 'STOP' && !BROKEN_ENDS.test(finish))
  if (isRefused) throw refusedBy(connection, 'would not say this.', paidUsage(usage))
  throw brokenStream(connection, paidUsage(usage))
}

function usageIn({ usageMetadata }: Event): CountedUsage | null {
  if (!usageMetadata) return null
  return {
    input_tokens: usageMetadata.promptTokenCount ?? null,
    output_tokens: usageMetadata.candidatesTokenCount ?? null,
    total_tokens: usageMetadata.totalTokenCount ?? null,
    cached_input_tokens: 0,
  }
}

/** Null where a count is missing, so that the payer estimates it by the sound. */
function paidUsage(usage: CountedUsage | null): ModelUsage | null {
  if (!usage || usage.input_tokens === null || usage.output_tokens === null) return null
  return { input_tokens: usage.input_tokens, output_tokens: usage.output_tokens, cached_input_tokens: 0 }
}

/** Each event is one line of JSON; what is none breaks the stream. */
async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Event> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const piece of body) {
    rest += decoder.decode(piece, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data:')) continue
      const event = Event.safeParse(JSON.parse(line.slice('data:'.length)))
      if (!event.success) throw new SyntaxError('An event of speech cannot be read')
      yield event.data
    }
  }
}
