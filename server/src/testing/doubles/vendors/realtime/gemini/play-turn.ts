import type { WebSocket } from 'ws'
import { never, type RealtimeScript, soundOf, untilAborted, wordsOf } from '../script.ts'
import type { SendMessage } from './server-messages.ts'

export type GeminiScript = RealtimeScript & {
  /** The last word and the counts come when the turn is over. */
  has_late_words?: boolean
  /** The vendor announces in the middle of the answer that it will close the connection. */
  goes_away?: boolean
  /** A part of the answer ends its turn while the model is still at work, as before its tools. */
  has_part_turn?: boolean
}

type Played = {
  script: GeminiScript
  /** Whether what is said is written down. */
  isWritten: boolean
  send: SendMessage
  socket: WebSocket
  signal: AbortSignal
}

const AUDIO = 'AUDIO' as const

/** Sends what the vendor sends for one turn of the model; resolves with what was said of it. */
export async function playTurn({ script, isWritten, send, socket, signal }: Played): Promise<string> {
  const { text = '', tool_calls = [], fault, until, usage = { input_tokens: 100, output_tokens: 50 } } = script
  const { input_tokens, output_tokens } = usage
  const sendUnknown = (message: object): void => socket.send(Buffer.from(JSON.stringify(message)))
  const usageMetadata = {
    promptTokenCount: input_tokens,
    responseTokenCount: output_tokens,
    totalTokenCount: input_tokens + output_tokens,
    promptTokensDetails: [{ modality: AUDIO, tokenCount: input_tokens }],
    responseTokensDetails: [{ modality: AUDIO, tokenCount: output_tokens }],
  }
  if (script.has_unknown_event) sendUnknown({ brandNewThing: { deep: [1, null] }, serverContent: { surprise: {} } })
  if (fault === 'silent') await untilAborted(never, signal)
  if (fault === 'junk') {
    socket.send('<html>It works!</html>')
    return ''
  }
  if (fault === 'failed') {
    socket.close(1011, 'Internal error encountered.')
    return ''
  }
  let said = ''
  const words = wordsOf(text)
  const late = script.has_late_words ? words.length - 1 : words.length
  for (const [at, word] of words.entries()) {
    if (at === 1 && script.goes_away) send({ goAway: { timeLeft: '60s' } })
    if (at === 1 && script.has_part_turn) {
      send({ serverContent: { turnComplete: true, interactionStatus: 'IN_PROGRESS' }, usageMetadata })
    }
    if (at === 1) await untilAborted(until, signal)
    if (at === 1 && fault === 'drop_midway') socket.terminate()
    if (signal.aborted || socket.readyState !== socket.OPEN) return said
    said += word
    const modelTurn = { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: soundOf(word) } }] }
    // One message may have both.
    send({ serverContent: { modelTurn, ...(isWritten && at < late && { outputTranscription: { text: word } }) } })
  }
  if (tool_calls.length > 0) {
    const functionCalls = tool_calls.map(({ call_id: id, name, input: args = {} }) => ({
      id,
      name,
      args: Object(args),
    }))
    send({ toolCall: { functionCalls }, usageMetadata })
    return said
  }
  send({ serverContent: { generationComplete: true } })
  if (isWritten && late === words.length) send({ serverContent: { outputTranscription: { finished: true } } })
  const ended = { turnComplete: true, interactionStatus: 'IDLE' as const }
  send({ serverContent: ended, ...(!script.has_late_words && { usageMetadata }) })
  for (const word of isWritten ? words.slice(late) : []) {
    send({ serverContent: { outputTranscription: { text: word, finished: true } }, usageMetadata })
  }
  return said
}
