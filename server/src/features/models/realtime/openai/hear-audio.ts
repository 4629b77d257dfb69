import type { Experimental_RealtimeModelV4ServerEvent as ServerEvent } from '@ai-sdk/provider'
import { z } from 'zod'
import { SAMPLE_RATE_HZ } from '#contracts/voice-socket.ts'
import type { AudioFile, ModelUsage } from '../../model-language.ts'
import { resampler } from '../../speech/resample-pcm.ts'
import type { Pcm } from '../../speech/speech-language.ts'
import { usageOfSpeech } from '../../speech/speech-usage.ts'
import { readWav } from '../../speech/wav-file.ts'
import { belongsTo, errorOf } from './create-response.ts'
import type { Wire } from './open-wire.ts'

/** Of one event; the vendor accepts 15 MB. */
const MAX_CHUNK_BYTES = 1024 * 1024
const RECORDED_RATE_HZ = 16_000

const Failed = z.looseObject({
  type: z.literal('conversation.item.input_audio_transcription.failed'),
  item_id: z.string(),
})

type Heard = { item_id: string; transcript: string; usage: ModelUsage | null }

/** Sends speech to the model as an item of its conversation, and resolves with the transcript. */
export function hearAudio(wire: Wire, key: string, audio: AudioFile, signal: AbortSignal) {
  const committed = Promise.withResolvers<string>()
  const heard = Promise.withResolvers<Heard>()
  // Either may fail before it is awaited.
  committed.promise.catch(() => undefined)
  heard.promise.catch(() => undefined)
  let item_id: string | null = null

  function onMessage(event: ServerEvent): void {
    if (belongsTo(event, key)) fail(errorOf(event.raw))
    // One utterance is sent at a time, so the next committed item is this one.
    if (event.type === 'audio-committed' && item_id === null) {
      item_id = event.itemId ?? ''
      committed.resolve(item_id)
    } else if (event.type === 'input-transcription-completed' && event.itemId === item_id) {
      heard.resolve({ item_id, transcript: event.transcript, usage: usageOf(event.usage) })
    } else if (event.type === 'custom' && Failed.safeParse(event.raw).data?.item_id === item_id) {
      heard.resolve({ item_id: item_id ?? '', transcript: '', usage: null })
    }
  }

  function fail(error: unknown): void {
    committed.reject(error)
    heard.reject(error)
  }

  const stopListening = wire.listen({ onMessage, onLost: fail })
  const stop = (): void => fail(signal.reason)
  signal.addEventListener('abort', stop)
  heard.promise
    .finally(() => {
      stopListening()
      signal.removeEventListener('abort', stop)
    })
    .catch(() => undefined)

  const pcm = samplesOf(audio)
  for (let at = 0; at < pcm.length; at += MAX_CHUNK_BYTES) {
    const piece = pcm.subarray(at, at + MAX_CHUNK_BYTES).toString('base64')
    wire.send(named(wire, key, { type: 'input-audio-append', audio: piece }))
  }
  wire.send(named(wire, key, { type: 'input-audio-commit' }))
  return { committed: committed.promise, heard: heard.promise }
}

type ClientEvent = Parameters<Wire['model']['serializeClientEvent']>[0]

/** The provider package names some events and not others. */
const named = (wire: Wire, key: string, event: ClientEvent): object => ({
  ...z.looseObject({}).parse(wire.model.serializeClientEvent(event)),
  event_id: key,
})

/** Speech detection uses two thirds of the vendor's sample rate. */
function samplesOf({ bytes }: AudioFile): Pcm {
  const samples = readWav(bytes, RECORDED_RATE_HZ)
  const resampled = resampler({ from_hz: RECORDED_RATE_HZ, to_hz: SAMPLE_RATE_HZ })(samples)
  return Buffer.from(resampled.buffer, resampled.byteOffset, resampled.byteLength)
}

type Counted = Extract<ServerEvent, { type: 'input-transcription-completed' }>['usage']

function usageOf(usage: Counted): ModelUsage | null {
  if (usage?.seconds !== undefined) return usageOfSpeech(usage.seconds)
  if (usage?.inputTokens === undefined) return null
  return { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens ?? 0, cached_input_tokens: 0 }
}
