import { randomUUID } from 'node:crypto'
import type { Experimental_RealtimeModelV4ServerEvent as ServerEvent } from '@ai-sdk/provider'
import type { ModelPart, ModelRequest, ModelSession, VendorConnection } from '../../model-language.ts'
import { answerTooLong, brokenStream, failureOf, nothingUnderstood } from '../../vendors/failure.ts'
import { type ToolForms, toolForms } from '../../vendors/tool-forms.ts'
import {
  CLOSE_TIMEOUT_MS,
  MAX_ANSWER_CHARACTERS,
  READ_ALOUD,
  type RealtimeOptions,
  type RealtimeSession,
} from '../realtime-session.ts'
import { untilSettled } from '../until-settled.ts'
import { assistantKey, bringUpToDate, callKey, heardItem, type KnownItem } from './conversation-items.ts'
import { createResponse, type Response } from './create-response.ts'
import { hearAudio } from './hear-audio.ts'
import { openWire, type Wire } from './open-wire.ts'
import { outputOf, partsOf, usageOf } from './read-response.ts'
import { sessionConfig } from './session-config.ts'

/** A socket and the reason of its end, if it has ended. */
type Live = {
  wire: Wire
  known: KnownItem[]
  /** Counts what was added to the conversation. */
  additions: number
  config: string
  /** A conversation has one response at a time, until its very end. */
  last: Promise<unknown>
}

/**
 * Opens a realtime model for one call. A socket that is lost, or that the vendor ends after its hour, is opened again when it is
 * needed next: the conversation so far is then given to it as text.
 */
export function openOpenAISession(
  connection: VendorConnection,
  { model, voice, onAnswer }: RealtimeOptions,
): RealtimeSession {
  let opening: Promise<Live> | null = null
  let hearing: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function connect(signal: AbortSignal): Promise<Live> {
    if (isClosed) throw brokenStream(connection)
    const current = await opening?.catch(() => null)
    if (current && !current.wire.isLost()) return current
    opening = open(signal)
    return await opening
  }

  async function open(signal: AbortSignal): Promise<Live> {
    const wire = await openWire(connection, model, signal)
    if (isClosed) wire.close()
    const live = { wire, known: [], additions: 0, config: '', last: Promise.resolve() }
    configure(
      live,
      newKey(),
      { system: '', tools: [], reasoning: null, max_output_tokens: null },
      toolForms(connection.provider, NONE),
    )
    return live
  }

  function configure(
    live: Live,
    key: string,
    request: Pick<ModelRequest, 'system' | 'tools' | 'reasoning' | 'max_output_tokens'>,
    forms: ToolForms,
  ): void {
    const config = sessionConfig(request, voice, forms)
    const text = JSON.stringify(config)
    if (text === live.config) return
    live.config = text
    const event = live.wire.model.serializeClientEvent({ type: 'session-update', config, eventId: `${key}.config` })
    live.wire.send(Object(event))
  }

  /** Closes a socket whose last response did not end. */
  async function connectSettled(signal: AbortSignal): Promise<Live> {
    const live = await connect(signal)
    await untilSettled(live.last, signal)
    return live.wire.isLost() ? await connect(signal) : live
  }

  async function* answer(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    const live = await connectSettled(signal)
    const key = newKey()
    const forms = toolForms(connection.provider, request)
    configure(live, key, request, forms)
    const { events, known } = bringUpToDate(live.known, request.messages, forms)
    for (const [at, event] of events.entries()) live.wire.send({ ...event, event_id: `${key}.${at}` })
    if (events.length > 0) live.additions += 1
    live.known = known

    const response = createResponse(live.wire, key, {})
    const spoken = follow(live, response)
    let characters = 0
    let isWhole = false
    try {
      for await (const event of response.events(signal)) {
        const pcm = pcmOf(event)
        if (pcm) spoken.listener.audio(pcm)
        for (const part of partsOf(event, connection, forms)) {
          if (part.type === 'text') {
            characters += part.text.length
            if (characters > MAX_ANSWER_CHARACTERS) throw answerTooLong(connection)
            spoken.listener.text(part.text)
          }
          if (part.type === 'finish') isWhole = true
          yield part
        }
      }
    } finally {
      spoken.listener.end(isWhole)
    }
  }

  /** Records what a complete or cancelled response has added to the vendor's conversation. */
  function follow(live: Live, response: Response) {
    let heard: { ms: number; text: string } | null = null
    let message: KnownItem | null = null

    function truncate(): void {
      if (!heard || !message || heard.ms <= 0) return
      const [itemId = ''] = message.ids
      const event = { type: 'conversation-item-truncate' as const, itemId, contentIndex: 0 }
      live.wire.send(Object(live.wire.model.serializeClientEvent({ ...event, audioEndMs: Math.floor(heard.ms) })))
      message.key = assistantKey(heard.text)
    }

    live.last = response.done.then((done) => {
      const items = done ? outputOf(done.raw) : []
      live.additions += 1
      for (const item of items) {
        const isMessage = item.type === 'message'
        const known = {
          ids: [item.id],
          key: isMessage ? assistantKey(item.text) : callKey(item.call_id),
          isHeard: false,
        }
        live.known.push(known)
        if (isMessage && message === null) message = known
      }
      truncate()
    })
    const listener = onAnswer((now) => {
      heard = now
      truncate()
    })
    return { listener }
  }

  const session: ModelSession = {
    answer,

    async *speak(text, signal) {
      const { wire } = await connect(signal)
      const response = createResponse(wire, newKey(), {
        conversation: 'none',
        output_modalities: ['audio'],
        instructions: READ_ALOUD,
        input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }],
        tools: [],
      })
      for await (const event of response.events(signal)) {
        const pcm = pcmOf(event)
        if (pcm) yield pcm
        if (event.type !== 'response-done') continue
        // Throws where the vendor has not said all of it.
        for (const part of partsOf(event, connection, toolForms(connection.provider, NONE))) void part
        return usageOf(event)
      }
      return null
    },

    async transcribe(audio, signal) {
      const live = await connect(signal)
      const before = hearing
      const given = Promise.withResolvers<void>()
      hearing = given.promise
      await before
      signal.throwIfAborted()
      const { committed, heard } = hearAudio(live.wire, newKey(), audio, signal)
      await committed.finally(given.resolve)
      live.additions += 1
      const { additions } = live
      const { item_id, transcript, usage } = await heard
      if (transcript.trim() !== '' && additions === live.additions) live.known.push(heardItem(item_id, transcript))
      // What was said before something else that was quicker is given as text with the next answer.
      else live.wire.send({ type: 'conversation.item.delete', item_id })
      if (transcript.trim() === '') throw nothingUnderstood(connection, usage)
      return { text: transcript, usage }
    },
  }

  return {
    session,
    async ready(signal: AbortSignal): Promise<void> {
      await connect(signal).catch((error) => {
        throw failureOf(error, connection, signal)
      })
    },
    close(): void {
      isClosed = true
      opening?.then(closeWhenSettled).catch(() => undefined)
    },
  }
}

async function closeWhenSettled({ wire, last }: Live): Promise<void> {
  const timer = setTimeout(wire.close, CLOSE_TIMEOUT_MS)
  await last
  clearTimeout(timer)
  wire.close()
}

const NONE = { tools: [], messages: [] }
const newKey = (): string => randomUUID()

function pcmOf(event: ServerEvent): Buffer | null {
  if (event.type !== 'audio-delta') return null
  const pcm = Buffer.from(event.delta, 'base64')
  return pcm.length % 2 === 0 ? pcm : pcm.subarray(0, -1)
}
