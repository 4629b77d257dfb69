import { z } from 'zod'
import type { CountedUsage } from '../../model-language.ts'
import type { Pcm } from '../../speech/speech-language.ts'

const Transcription = z.looseObject({ text: z.string().nullish(), finished: z.boolean().nullish() })
const Part = z.looseObject({ inlineData: z.looseObject({ data: z.base64() }).nullish() })
const count = z.number().nullish()

/** What the Live API sends; one message may have several of these. */
export const ServerMessage = z.looseObject({
  setupComplete: z.unknown().optional(),
  serverContent: z
    .looseObject({
      modelTurn: z.looseObject({ parts: z.array(Part).nullish() }).nullish(),
      inputTranscription: Transcription.nullish(),
      interimInputTranscription: Transcription.nullish(),
      outputTranscription: Transcription.nullish(),
      interrupted: z.boolean().nullish(),
      generationComplete: z.boolean().nullish(),
      turnComplete: z.boolean().nullish(),
      turnCompleteReason: z.string().nullish(),
      interactionStatus: z.string().nullish(),
    })
    .nullish(),
  toolCall: z
    .looseObject({
      functionCalls: z.array(
        z.looseObject({ id: z.string(), name: z.string(), args: z.looseObject({}).nullish().catch(null) }),
      ),
    })
    .nullish(),
  toolCallCancellation: z.unknown().optional(),
  goAway: z.unknown().optional(),
  usageMetadata: z
    .looseObject({
      promptTokenCount: count,
      toolUsePromptTokenCount: count,
      responseTokenCount: count,
      thoughtsTokenCount: count,
      cachedContentTokenCount: count,
    })
    .nullish(),
})
export type ServerMessage = z.infer<typeof ServerMessage>

/** The sound in a message, in whole samples. */
export function soundOf({ serverContent }: ServerMessage): Pcm[] {
  const parts = serverContent?.modelTurn?.parts ?? []
  return parts.flatMap(({ inlineData }) => {
    const pcm = Buffer.from(inlineData?.data ?? '', 'base64')
    const whole = pcm.subarray(0, pcm.length - (pcm.length % 2))
    return whole.length === 0 ? [] : [whole]
  })
}

/** What the model says in a message, in words. */
export const wordsOf = ({ serverContent }: ServerMessage): string =>
  (serverContent?.outputTranscription?.text ?? '').replaceAll('\0', '')

/** What was counted so far; each count replaces the one before. */
export function usageOf({ usageMetadata: counted }: ServerMessage, before: CountedUsage | null): CountedUsage | null {
  if (!counted) return before
  const { promptTokenCount, responseTokenCount } = counted
  return {
    input_tokens: sum(promptTokenCount, counted.toolUsePromptTokenCount),
    output_tokens: sum(responseTokenCount, counted.thoughtsTokenCount),
    cached_input_tokens: counted.cachedContentTokenCount ?? 0,
    total_tokens: null,
  }
}

const sum = (main: number | null | undefined, more: number | null | undefined): number | null =>
  typeof main === 'number' ? main + (more ?? 0) : null
