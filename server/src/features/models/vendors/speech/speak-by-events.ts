import { z } from 'zod'
import type { VendorConnection } from '../../model-language.ts'
import type { Pcm, SpeechRequest, SpokenUsage } from '../../speech-language.ts'
import { refusedBy } from '../failure.ts'
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
  const state: { usage: SpokenUsage; finish: string | null } = { usage: null, finish: null }
  yield* pcmSamples(connection, soundOf(connection, readSpeech(connection, response, signal), state))
  if (state.finish !== null && !/^(STOP|OTHER|FINISH_REASON_UNSPECIFIED)$/.test(state.finish)) {
    throw refusedBy(connection, 'would not say this.')
  }
  return state.usage
}

async function* soundOf(
  connection: VendorConnection,
  body: AsyncIterable<Uint8Array>,
  state: { usage: SpokenUsage; finish: string | null },
): AsyncGenerator<Uint8Array> {
  for await (const event of eventsOf(body)) {
    if (event.error) throw { statusCode: event.error.code ?? undefined, message: event.error.message ?? '' }
    for (const { content, finishReason } of event.candidates ?? []) {
      state.finish = finishReason ?? state.finish
      for (const { inlineData } of content?.parts ?? []) {
        if (!inlineData) continue
        const rate = /rate=(\d+)/.exec(inlineData.mimeType ?? '')?.[1]
        if (rate) requireRate(connection, Number(rate))
        yield Buffer.from(inlineData.data, 'base64')
      }
    }
    const counted = event.usageMetadata
    if (counted) {
      state.usage = {
        input_tokens: counted.promptTokenCount ?? null,
        output_tokens: counted.candidatesTokenCount ?? null,
        total_tokens: counted.totalTokenCount ?? null,
        cached_input_tokens: 0,
      }
    }
  }
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
