import type { SQL } from 'drizzle-orm'
import type { Wanted } from '#platform/db/folded-text.ts'

/** What is looked for, and among which conversations. */
export type Search = {
  words: Wanted
  /** The teammates of which conversations may be found. */
  seen: string[]
  /** Which of their conversations. */
  scope: SQL | undefined
}

/** What a conversation was found by, as far as the database says it. */
export type Hit = { conversation_id: string; by: { source: 'contact' | 'title' } | { source: 'message'; id: string } }

/** The first matches; `isWhole` if there are no more. */
export type Hits = { hits: Hit[]; isWhole: boolean }
