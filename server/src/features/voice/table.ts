import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { CallErrorCode } from '#contracts/voice-socket.ts'
import { id, instant } from '#platform/db/columns.ts'
import { conversations } from '../conversations/table.ts'
import { organizationId } from '../organizations/table.ts'
import { employeeId } from '../teammates/table.ts'
import { sessions, users } from '../users/table.ts'

const conversationId = () =>
  uuid()
    .notNull()
    .references(() => conversations.id, { onDelete: 'cascade' })
/** The colleague who calls; null for a contact. */
const userId = () => uuid().references(() => users.id, { onDelete: 'cascade' })

/** What the right to a call rests on: a colleague’s session, or what the channel gave its contact. */
export type CallGrant = { user_session_id: string | null; grant: unknown }

/** Calls that were prepared and not begun yet. */
export const voiceSessions = pgTable(
  'voice_sessions',
  {
    /** A hash of what the client opens the socket with. */
    id: text().primaryKey(),
    organization_id: organizationId(),
    employee_id: employeeId(),
    conversation_id: conversationId(),
    user_id: userId(),
    /** The colleague's own session, with which the call ends. */
    user_session_id: text().references(() => sessions.id, { onDelete: 'cascade' }),
    /** What the channel gave its contact to call with (`defineContactCalls`); null for a colleague. */
    grant: jsonb(),
    expires_at: instant().notNull(),
  },
  (table) => [
    index('voice_sessions_by_end').on(table.expires_at),
    index('voice_sessions_by_conversation').on(table.conversation_id),
    index('voice_sessions_by_user_session').on(table.user_session_id),
  ],
)
export type VoiceSessionRow = typeof voiceSessions.$inferSelect

/**
 * `CONNECTION_LOST`: the line broke, and its caller calls again. `PAGE_LEFT`: the page was closed or reloaded, and its caller may
 * call again.
 */
export type CallEndCode = CallErrorCode | 'CONNECTION_LOST' | 'PAGE_LEFT'

/** Words of the caller that were not understood: `reported` while they could repeat it, `unreported` after they had hung up. */
export const missedWords = ['none', 'reported', 'unreported'] as const
export type MissedWords = (typeof missedWords)[number]

/** What would be lost with the process of a call: the next call in the conversation continues from here. */
export type CallProgress = {
  /** What the caller has said that is no message yet. */
  turn: { text: string; client_message_id: string } | null
  /** The answer that is being spoken, and what of its text was heard. */
  answer: { message_id: string; heard: string } | null
  /** Absent in calls of earlier versions. */
  missed?: MissedWords
}

/** Calls, under way and past. */
export const voiceCalls = pgTable(
  'voice_calls',
  {
    id: id(),
    organization_id: organizationId(),
    employee_id: employeeId(),
    conversation_id: conversationId(),
    user_id: userId(),
    started_at: instant().notNull(),
    /** When the first of the calls began that this one continues; null where it continues none. */
    first_started_at: instant(),
    /** Written again and again while the call is under way, so that one whose process was lost counts as over. */
    seen_at: instant().notNull(),
    /** As of the last moments before the call ended or its process died. */
    progress: jsonb().$type<CallProgress>(),
    ended_at: instant(),
    /** Why the server ended it; null where the caller hung up. */
    end_code: text().$type<CallEndCode>(),
    /** The operator who hung up. */
    ended_by_user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Whether its conversation says that it has ended, or another call continues it. */
    is_settled: boolean().notNull().default(false),
  },
  (table) => [
    index('voice_calls_under_way').on(table.conversation_id).where(sql`${table.ended_at} is null`),
    index('voice_calls_to_settle')
      .on(table.ended_at)
      .where(sql`${table.ended_at} is not null and not ${table.is_settled}`),
    index('voice_calls_by_start').on(table.organization_id, table.started_at),
    index('voice_calls_by_conversation').on(table.conversation_id),
    index('voice_calls_by_teammate').on(table.employee_id),
    index('voice_calls_by_user').on(table.user_id),
    index('voice_calls_by_operator').on(table.ended_by_user_id).where(sql`${table.ended_by_user_id} is not null`),
  ],
)
export type VoiceCallRow = typeof voiceCalls.$inferSelect
