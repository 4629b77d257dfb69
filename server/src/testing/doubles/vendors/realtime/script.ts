const BYTES_PER_MS = 48

export type RealtimeScript = {
  text?: string
  tool_calls?: { call_id: string; name: string; input?: unknown }[]
  /** Everything after the first words waits for this. */
  until?: Promise<unknown>
  /** `silent`: nothing comes until it is given up. */
  fault?: 'drop_midway' | 'junk' | 'failed' | 'ignores_cancel' | 'silent'
  /** Sent first: vendors add events without notice. */
  has_unknown_event?: boolean
  usage?: { input_tokens: number; output_tokens: number }
}

/** How fast the doubles speak. */
export const MS_PER_CHARACTER = 40

/** What a double was sent. */
export type RealtimeRecord = {
  /** How each session was set up. */
  sessions: { voice: string | undefined; instructions: string | undefined; effort?: string }[]
  /** What the model read for each of its answers. */
  conversations: string[][][]
  read_aloud: string[]
  cancelled: number
  /** What was refused, in words. */
  refusals: string[]
  heard_ms: number[]
}

export const emptyRecord = (): RealtimeRecord => ({
  sessions: [],
  conversations: [],
  read_aloud: [],
  cancelled: 0,
  refusals: [],
  heard_ms: [],
})

export type Queues<Script = RealtimeScript> = { scripts: Script[]; transcripts: string[] }

/** What never comes. */
export const never: Promise<never> = new Promise(() => undefined)

const WORDS = /\S+\s*/g

/** In the pieces in which they are spoken. */
export const wordsOf = (text: string): string[] => text.match(WORDS) ?? []

/** The sound of a piece, at 24 kHz. */
export function soundOf(piece: string): string {
  const pcm = Buffer.alloc(piece.length * MS_PER_CHARACTER * BYTES_PER_MS)
  for (let at = 0; at < pcm.length; at += 2) pcm.writeInt16LE(Math.round(4000 * Math.sin(at / 20)), at)
  return pcm.toString('base64')
}

/** Waits until the test lets a response continue, or the client gives it up. */
export async function untilAborted(until: Promise<unknown> | undefined, signal: AbortSignal): Promise<void> {
  if (!until) return
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve())
  if (signal.aborted) resolve()
  await Promise.race([until, promise])
}
