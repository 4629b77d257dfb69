import { sql } from 'drizzle-orm'
import type { Channel } from '#contracts/conversations.ts'
import type { OpenConversation } from '../conversations/open-conversation.ts'
import type { MessageRow } from '../conversations/table.ts'
import type { Candidate } from '../models/resolve-models.ts'
import type { RunOutcome } from '../runs/run-outcome.ts'
import type { FromPlace, RunBeginning } from '../runs/start-run.ts'
import type { HeldRun } from '../runs/table.ts'
import type { TeammateRow } from '../teammates/table.ts'
import type { StoredFile } from './store-files.ts'

/** Where an answer belongs. */
export type Reply = {
  conversation_id: string
  teammate: TeammateRow
  /** Whose internal chat it is; null for a customer's conversation. */
  user_id: string | null
}

export type To = { conversation_id: string }

export type SendMessage = {
  teammate: TeammateRow
  /** Whose internal chat it is; null for a customer's conversation. */
  user_id: string | null
  channel: Channel
  /** A conversation that is known, or the caller's own, which is opened when it is not there. */
  to: To | { open: OpenConversation }
  candidates: Candidate[]
  flow: Pick<RunBeginning, 'flow' | 'starting_step_id'>
  message: string
  client_message_id?: string | undefined
  files: StoredFile[]
  reasoning?: 'off' | 'low' | 'medium' | 'high' | undefined
  is_async: boolean
}

export type Sent = {
  run: HeldRun
  question: MessageRow
  answer: MessageRow
  /** The end of the run when this process executes it; null when another does. */
  outcome: Promise<RunOutcome | null>
}

/** A run that is written in one statement with its message takes over where that one went. */
export const fromPlace: FromPlace = {
  conversation_id: sql`place.conversation_id`,
  contact_id: sql`place.contact_id`,
  epoch: sql`coalesce((select epoch from touched), place.epoch)`,
  source: sql`from place`,
}
