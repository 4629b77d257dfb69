import type { Session } from './client-events.ts'

export type RealtimeScript = {
  text?: string
  tool_calls?: { call_id: string; name: string; input?: unknown }[]
  /** Everything after the first words waits for this. */
  until?: Promise<unknown>
  fault?: 'drop_midway' | 'junk' | 'failed' | 'ignores_cancel'
  /** Sent first: vendors add events without notice. */
  has_unknown_event?: boolean
  usage?: { input_tokens: number; output_tokens: number }
}

/** How fast the double speaks. */
export const MS_PER_CHARACTER = 40

export type RealtimeRecord = {
  sessions: Session[]
  /** What the model read for each of its answers. */
  conversations: string[][][]
  read_aloud: string[]
  truncations: number[]
  cancelled: number
  /** What was refused, in words. */
  refusals: string[]
  heard_ms: number[]
}

export type Queues = { scripts: RealtimeScript[]; transcripts: string[] }
