import { randomUUID } from 'node:crypto'
import type { RawData, WebSocket } from 'ws'
import type { Queues, RealtimeRecord } from '../script.ts'
import { ClientMessage, type RealtimeInput, type Setup } from './client-messages.ts'
import { type GeminiScript, playTurn } from './play-turn.ts'
import type { SendMessage } from './server-messages.ts'

const BYTES_PER_MS = 32
const TRANSCRIBER = 'models/gemini-3.5-transcribe-live'

/** What was transcribed: an answer to the same sound is an answer to these words. */
export type Recordings = { pcm: Buffer; text: string }[]

type Served = {
  record: RealtimeRecord
  queues: Queues<GeminiScript>
  recordings: Recordings
  /** What transcripts wait for. */
  untilTranscribed(): Promise<unknown>
  /** Whether it says with the end of its setup that it will be closed. */
  isGoingAway(): boolean
  hasKey: boolean
}

/** One session, from its setup to the close by which the vendor refuses. */
export function serveLive(
  socket: WebSocket,
  { record, queues, recordings, untilTranscribed, isGoingAway, hasKey }: Served,
) {
  const conversation: string[][] = []
  let setup: Setup | null = null
  let awaitsHistory = false
  /** What has come of the turn since its start; null between turns. */
  let turn: { pcm: Buffer; text: string } | null = null
  let openCalls: string[] = []
  let playing: AbortController | null = null
  let isLeaving = false

  // Google sends JSON in binary frames.
  const send: SendMessage = (message) => socket.send(Buffer.from(JSON.stringify(message)))

  function goAway(): void {
    isLeaving = true
    send({ goAway: { timeLeft: '50s' } })
  }

  function refuse(code: number, reason: string): void {
    if (hasKey) record.refusals.push(reason)
    socket.close(code, reason.slice(0, 120))
  }

  function onMessage(data: RawData): void {
    if (!hasKey) {
      refuse(1007, 'API key not valid. Please pass a valid API key.')
      return
    }
    const parsed = ClientMessage.safeParse(JSON.parse(String(data)))
    const refusal = parsed.success ? handle(parsed.data) : `Invalid JSON payload received. ${String(data).slice(0, 80)}`
    if (refusal !== null) refuse(1007, refusal)
  }

  function handle(message: ClientMessage): string | null {
    if ('setup' in message) return setUp(message.setup)
    if (setup === null) return 'The first message must be a setup.'
    if ('clientContent' in message) return receiveHistory(message.clientContent)
    if ('toolResponse' in message) return receiveResults(message.toolResponse.functionResponses, setup)
    if (awaitsHistory) return 'The initial history is missing.'
    return receiveInput(message.realtimeInput, setup)
  }

  function setUp(given: Setup): string | null {
    if (setup !== null) return 'setup must be sent once.'
    if (!/live|native-audio/.test(given.model)) {
      refuse(1008, `${given.model} is not found for API version v1beta, or is not supported for bidiGenerateContent.`)
      return null
    }
    setup = given
    awaitsHistory = given.historyConfig?.initialHistoryInClientContent ?? false
    if (given.model !== TRANSCRIBER) {
      const voice = given.generationConfig?.speechConfig?.voiceConfig.prebuiltVoiceConfig.voiceName
      record.sessions.push({ voice, instructions: given.systemInstruction?.parts[0]?.text })
    }
    send({ setupComplete: { sessionId: randomUUID() } })
    if (isGoingAway()) goAway()
    return null
  }

  function receiveHistory({ turns, turnComplete = false }: Of<'clientContent'>): string | null {
    if (!awaitsHistory) return 'clientContent is only supported for the initial history.'
    for (const { role, parts } of turns) {
      const text = parts.map((part) => ('text' in part ? part.text : '[picture]')).join(' ')
      conversation.push([role === 'model' ? 'assistant' : 'user', text])
    }
    awaitsHistory = !turnComplete
    return null
  }

  function receiveResults(responses: Of<'toolResponse'>['functionResponses'], using: Setup): string | null {
    for (const { id, response } of responses) {
      if (!openCalls.includes(id)) return `No function call with ID ${id}.`
      openCalls = openCalls.filter((one) => one !== id)
      conversation.push(['result', JSON.stringify(response)])
    }
    if (openCalls.length === 0) answer(using)
    return null
  }

  function receiveInput(input: RealtimeInput, using: Setup): string | null {
    if ('activityStart' in input) {
      if (turn) return 'The activity has already started.'
      // An interrupted turn is never complete, but it ends.
      if (playing) send({ serverContent: { interrupted: true } })
      if (playing) send({ serverContent: { turnComplete: true } })
      if (openCalls.length > 0) send({ toolCallCancellation: { ids: openCalls } })
      playing?.abort()
      turn = { pcm: Buffer.alloc(0), text: '' }
      return null
    }
    if (!turn) return 'Explicit activity control is on, and no activity has started.'
    if ('activityEnd' in input) {
      endTurn(turn, using)
      turn = null
    } else if ('audio' in input) {
      const pcm = Buffer.from(input.audio.data, 'base64')
      if (pcm.length % 2 !== 0) return 'The audio has half a sample.'
      turn.pcm = Buffer.concat([turn.pcm, pcm])
    } else if (using.model === TRANSCRIBER) return 'The model takes audio only.'
    else turn.text = [turn.text, 'text' in input ? input.text : '[picture]'].filter(Boolean).join(' ')
    return null
  }

  function endTurn({ pcm, text }: NonNullable<typeof turn>, using: Setup): void {
    if (using.model === TRANSCRIBER) {
      transcribe(pcm).catch((error) => socket.close(1011, String(error).slice(0, 100)))
      return
    }
    if (pcm.length > 0) conversation.push(['user audio', wordsIn(pcm)])
    if (text !== '') conversation.push(['user', text])
    answer(using, text)
  }

  async function transcribe(pcm: Buffer): Promise<void> {
    record.heard_ms.push(Math.round(pcm.length / BYTES_PER_MS))
    await untilTranscribed()
    const text = queues.transcripts.shift() ?? ''
    recordings.push({ pcm, text })
    const [first = ''] = text.split(' ')
    if (text !== '') send({ serverContent: { interimInputTranscription: { text: first.toLowerCase() } } })
    if (text !== '') send({ serverContent: { inputTranscription: { text: ` ${text}` } } })
    send({ usageMetadata: { promptTokenCount: 20, responseTokenCount: 5, totalTokenCount: 25 } })
    send({ serverContent: { generationComplete: true } })
  }

  /** What was said in sound that may be of several recordings. The same sound twice is said twice, in this order. */
  function wordsIn(pcm: Buffer): string {
    if (pcm.length === 0) return ''
    const at = recordings.findIndex((one) => pcm.subarray(0, one.pcm.length).equals(one.pcm))
    const [found] = at < 0 ? [] : recordings.splice(0, at + 1).slice(at)
    if (!found) return '[unknown sound]'
    return [found.text, wordsIn(pcm.subarray(found.pcm.length))].filter(Boolean).join(' ')
  }

  function answer(using: Setup, text = ''): void {
    const isWritten = using.outputAudioTranscription !== undefined
    const script: GeminiScript = isWritten ? (queues.scripts.shift() ?? { text: 'Fine.' }) : { text }
    if (isWritten) record.conversations.push([...conversation])
    else record.read_aloud.push(text)
    const offered =
      using.tools?.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)) ?? []
    const calls = script.tool_calls ?? []
    for (const { name } of calls) if (!offered.includes(name)) throw new Error(`The script calls ${name}, not offered`)
    const current = new AbortController()
    playing = current
    playTurn({ script, isWritten, send, socket, signal: current.signal })
      .then((said) => {
        if (said !== '') conversation.push(['assistant audio', said])
        for (const { name, input = {} } of calls) conversation.push(['call', `${name} ${JSON.stringify(input)}`])
        openCalls = calls.map(({ call_id }) => call_id)
        if (playing === current) playing = null
      })
      .catch((error) => socket.close(1011, String(error).slice(0, 100)))
  }

  socket.on('message', onMessage)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (playing && !playing.signal.aborted) record.cancelled += 1
    playing?.abort()
  })
  return {
    goAway,
    closeIfLeaving(): void {
      if (isLeaving) socket.close(1001)
    },
  }
}

type Of<Kind extends string> = Extract<ClientMessage, Record<Kind, unknown>>[Kind &
  keyof Extract<ClientMessage, Record<Kind, unknown>>]
