import type { VendorConnection } from '../../model-language.ts'
import { brokenStream } from '../../vendors/failure.ts'
import type { ToolForms } from '../../vendors/tool-forms.ts'
import { CLOSE_TIMEOUT_MS } from '../realtime-session.ts'
import { untilSettled } from '../until-settled.ts'
import { historyOf, pictureOf, type Turn } from './conversation-turns.ts'
import { type heardAudio, sendAudio } from './heard-audio.ts'
import { type Line, openLine } from './open-line.ts'
import { WITH_HISTORY } from './setup.ts'

/** A line and the conversation that it has. */
type Live = {
  line: Line
  /** The keys of its conversation; null where it was opened ahead of need and waits for one. */
  known: string[] | null
  setup: string
  /** Calls whose results it waits for. */
  calls: string[]
  isAnswering: boolean
  /** Its conversation is not the run's any more. */
  isOutdated: boolean
}

/**
 * The line on which the model answers. It stays while the run's conversation is its own with something added; otherwise, and
 * before the vendor ends it, another one takes its place and is given the conversation as text.
 */
export function answerLines(connection: VendorConnection, model: string, heard: ReturnType<typeof heardAudio>) {
  let opening: Promise<Live> | null = null
  /** A session has one answer at a time, until its very end. */
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function open(setup: object, hasHistory: boolean, signal: AbortSignal): Promise<Live> {
    if (isClosed) throw brokenStream(connection)
    const line = await openLine(connection, model, hasHistory ? { ...setup, ...WITH_HISTORY } : setup, signal)
    if (isClosed) line.close()
    const known = hasHistory ? null : []
    const live: Live = { line, known, setup: JSON.stringify(setup), calls: [], isAnswering: false, isOutdated: false }
    line.onEnding(() => {
      // Results can be given to no other line.
      if (!live.isAnswering && live.calls.length === 0) replace(live, setup)
    })
    return live
  }

  /** Opens the next line ahead of need, unless another one has taken this one's place. */
  function replace(live: Live, setup: object): void {
    if (live.line.isLost()) return
    live.line.close()
    if (isClosed) return
    opening = open(setup, true, new AbortController().signal)
    // Retried when it is needed.
    opening.catch(() => undefined)
  }

  async function find(turns: readonly Turn[], setup: object, signal: AbortSignal): Promise<Live> {
    const found = opening
    const current = await found?.catch(() => null)
    // It was replaced meanwhile.
    if (opening !== found) return await find(turns, setup, signal)
    if (current && canGoOn(current, turns, JSON.stringify(setup))) return current
    current?.line.close()
    opening = open(setup, historyOf(turns.slice(0, -1)).length > 0, signal)
    return await opening
  }

  return {
    /** Asks for an answer to the last of the turns, on a line that has those before it. */
    async ask(turns: readonly Turn[], setup: object, forms: ToolForms, signal: AbortSignal) {
      await untilSettled(last, signal)
      const live = await find(turns, setup, signal)
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      live.isAnswering = true
      if (live.known === null) {
        live.line.send({ clientContent: { turns: historyOf(turns.slice(0, -1)), turnComplete: true } })
        live.known = keysOf(turns.slice(0, -1))
      } else if (live.known.length === 0) live.known = keysOf(turns.slice(0, -1))
      sendTurns(live, turns.slice(live.known.length), forms, heard)
      live.known = keysOf(turns)
      live.calls = []

      return {
        line: live.line,
        /** The conversation of the line is not the run's any more. An answer that is under way is not broken off here. */
        replace(): void {
          live.isOutdated = true
          if (!live.isAnswering) replace(live, setup)
        },
        /** `added`: what the answer has added to the conversation; null where it is not whole. */
        end(added: { key: string; calls: string[] } | null): void {
          live.isAnswering = false
          if (added) {
            live.known?.push(added.key)
            live.calls = added.calls
          }
          const isEnding = live.line.isEnding() && added?.calls.length === 0
          if (!added || live.isOutdated || isEnding) replace(live, setup)
          resolve()
        },
      }
    },
    /** An answer that is under way is finished. */
    close(): void {
      isClosed = true
      opening?.then(({ line }) => closeWhenSettled(line, last)).catch(() => undefined)
    },
  }
}

/** A line that is about to end is replaced as soon as it waits for nothing; one that was from its start has one answer. */
function canGoOn({ line, known, setup, calls }: Live, turns: readonly Turn[], wanted: string): boolean {
  if (line.isLost() || setup !== wanted) return false
  if (known === null) return historyOf(turns.slice(0, -1)).length > 0
  const added = turns.slice(known.length)
  const [first] = added
  if (first === undefined || known.some((key, at) => key !== turns[at]?.key)) return false
  if (calls.length === 0) return added.every(({ type }) => type === 'user')
  // The vendor answers when it has the results of all calls.
  return first.type === 'results' && added.length === 1 && hasSame(first.results, calls)
}

function sendTurns(
  { line, calls }: Live,
  turns: readonly Turn[],
  forms: ToolForms,
  heard: ReturnType<typeof heardAudio>,
) {
  const [first] = turns
  if (first?.type === 'results' && calls.length > 0) {
    const functionResponses = first.results.map(({ id, name, output }) => ({
      id,
      name: forms.encodeName(name),
      response: structOf(output),
    }))
    return line.send({ toolResponse: { functionResponses } })
  }
  line.clear()
  line.send({ realtimeInput: { activityStart: {} } })
  for (const turn of turns) {
    const audio = turn.type === 'user' ? heard.consume(turn.text) : null
    if (audio) sendAudio(line, audio)
    else if (turn.text.trim() !== '') line.send({ realtimeInput: { text: turn.text } })
    const images = turn.type === 'user' ? turn.images : []
    for (const image of images) line.send({ realtimeInput: { video: pictureOf(image) } })
  }
  line.send({ realtimeInput: { activityEnd: {} } })
}

const hasSame = (results: readonly { id: string }[], calls: readonly string[]): boolean =>
  results.length === calls.length && results.every(({ id }) => calls.includes(id))

/** The vendor closes the line where a result is no object. */
const structOf = (output: unknown): object =>
  typeof output === 'object' && output !== null && !Array.isArray(output) ? output : { output }

const keysOf = (turns: readonly Turn[]): string[] => turns.map(({ key }) => key)

async function closeWhenSettled(line: Line, last: Promise<unknown>): Promise<void> {
  const timer = setTimeout(line.close, CLOSE_TIMEOUT_MS)
  await last
  clearTimeout(timer)
  line.close()
}
