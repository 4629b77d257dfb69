import { type SQL, sql } from 'drizzle-orm'
import type { Channel } from '#contracts/conversations.ts'
import type { Place } from './message-place.ts'
import { conversations, type MessageRow, messages, messageTexts } from './table.ts'

const p = sql.placeholder

export type Asking = {
  message_id: string
  assistant_message_id: string
  organization_id: string
  channel: Channel
  content: string
  employee_id: string
  run_id: string
  client_message_id: string | null
  /** What the conversation is called until it gets a title; the first message's counts. */
  temporary_title: string | null
  now: Date
}

/** Also of a title that is generated. */
export const TITLE_LENGTH = 60

/** The first line of a message, short enough for a list; null where nothing was said. */
export function temporaryTitle(content: string): string | null {
  const line = content.trim().split(/\r?\n/, 1)[0]?.trim() ?? ''
  if (line === '') return null
  return line.length <= TITLE_LENGTH ? line : `${line.slice(0, TITLE_LENGTH - 1).trimEnd()}…`.toWellFormed()
}

/** Puts the conversation of `place` first; one that was just opened stands there already. */
const touching = (at: SQL): SQL => sql`
  touched as (
    update ${conversations} set last_message_at = ${at}::timestamptz,
      temporary_title = coalesce(temporary_title, ${p('temporary_title')}::text)
    from place where conversations.id = place.conversation_id and not place.is_touched
    returning conversations.epoch
  )`

/** Longer than anybody writes; a pasted book is found by its beginning. */
const SEARCHED = 20_000

/** Makes finished messages of internal chat findable; `written` has them with the contact whose chat it is. */
const findable = (written: SQL): SQL => sql`
    insert into ${messageTexts} (message_id, organization_id, contact_channel_id, conversation_id, text)
    select id, organization_id, contact_channel_id, conversation_id,
      lower(left(content, ${sql.raw(String(SEARCHED))})) from (${written}) as written
    where channel = 'employee_chat' and content <> ''`

/** A question and the place for its answer, as named expressions over `place`. */
export const writingQuestion = sql`${touching(sql`${p('now')}`)}, question as (
    insert into ${messages} (id, organization_id, conversation_id, channel, role, status, content, contact_channel_id,
      run_id, client_message_id, created_at, completed_at)
    select ${p('message_id')}::uuid, ${p('organization_id')}::uuid, conversation_id, ${p('channel')}::text, 'contact',
      'completed', ${p('content')}::text, contact_channel_id, ${p('run_id')}::uuid, ${p('client_message_id')}::uuid,
      ${p('now')}::timestamptz, ${p('now')}::timestamptz
    from place
  ), answer as (
    insert into ${messages} (id, organization_id, conversation_id, channel, role, status, employee_id, run_id, created_at)
    select ${p('assistant_message_id')}::uuid, ${p('organization_id')}::uuid, conversation_id, ${p('channel')}::text,
      'ai', 'in_progress', ${p('employee_id')}::uuid, ${p('run_id')}::uuid, ${p('now')}::timestamptz
    from place
  ), question_text as (${findable(sql`
    select ${p('message_id')}::uuid as id, ${p('organization_id')}::uuid as organization_id, contact_channel_id,
      conversation_id, ${p('channel')}::text as channel, ${p('content')}::text as content
    from place`)}
  )`

const written = {
  status: 'completed' as const,
  content: '',
  stream_index: 0,
  stream_reasoning: null,
  stream_tools: null,
  contact_channel_id: null,
  employee_id: null,
  user_id: null,
  client_message_id: null,
  reaction: null,
  feedback_comment: null,
  error: null,
  completed_at: null,
  generation_ms: null,
  deleted_at: null,
}

/** Both messages as they were just written, so that they need not be read. */
export function messageRowsOf(
  asking: Asking,
  { conversation_id, contact_channel_id }: Pick<Place, 'conversation_id' | 'contact_channel_id'>,
): { question: MessageRow; answer: MessageRow } {
  const { organization_id, channel, run_id, now } = asking
  const both = { ...written, organization_id, conversation_id, channel, run_id, created_at: now }
  return {
    question: {
      ...both,
      id: asking.message_id,
      role: 'contact',
      content: asking.content,
      contact_channel_id,
      client_message_id: asking.client_message_id,
      completed_at: now,
    },
    answer: {
      ...both,
      id: asking.assistant_message_id,
      role: 'ai',
      status: 'in_progress',
      employee_id: asking.employee_id,
    },
  }
}

/** A question and its answer, both whole, as named expressions over `place`; internal chat, which streams, has none. */
export const writingExchange = sql`${touching(sql`${p('ended_at')}`)}, exchange as (
    insert into ${messages} (id, organization_id, conversation_id, channel, role, status, content, contact_channel_id,
      employee_id, run_id, error, created_at, completed_at, generation_ms)
    select ${p('message_id')}::uuid, ${p('organization_id')}::uuid, conversation_id, ${p('channel')}::text, 'contact',
      'completed', ${p('content')}::text, contact_channel_id, null, ${p('run_id')}::uuid, null,
      ${p('now')}::timestamptz, ${p('now')}::timestamptz, null
    from place
    union all
    select ${p('assistant_message_id')}::uuid, ${p('organization_id')}::uuid, conversation_id, ${p('channel')}::text,
      'ai', ${p('message_status')}::text, ${p('answer')}::text, null, ${p('employee_id')}::uuid, ${p('run_id')}::uuid,
      ${p('error')}::text, ${p('now')}::timestamptz, ${p('ended_at')}::timestamptz, ${p('generation_ms')}::int
    from place
  )`

export type Answering = {
  message_status: 'completed' | 'failed'
  content: string
  stream_index: number
  stream_reasoning: string | null
  stream_tools: string | null
  message_error: string | null
  ended_at: Date
}

/** A quicker answer leaves its conversation where the question has put it: three indexes hang on that time. */
const QUICK = 2

/** The answer in its place, as named expressions over `finished`, the run's end. */
export const writingAnswer = sql`
  saved as (
    update ${messages} set status = ${p('message_status')}::text, content = ${p('content')}::text,
      stream_index = ${p('stream_index')}::int, stream_reasoning = ${p('stream_reasoning')}::text,
      stream_tools = ${p('stream_tools')}::jsonb, error = ${p('message_error')}::text,
      completed_at = ${p('ended_at')}::timestamptz,
      generation_ms = extract(epoch from ${p('ended_at')}::timestamptz - finished.started_at) * 1000
    from finished where messages.id = finished.assistant_message_id and messages.deleted_at is null
    returning messages.*
  ), touched as (
    update ${conversations} set last_message_at = ${p('ended_at')}::timestamptz
    from finished
    where conversations.id = finished.conversation_id
      and conversations.last_message_at < ${p('ended_at')}::timestamptz - interval '${sql.raw(String(QUICK))} seconds'
  ), answer_text as (${findable(sql`
    select saved.id, saved.organization_id, conversations.contact_channel_id, saved.conversation_id, saved.channel,
      saved.content
    from saved join ${conversations} on conversations.id = saved.conversation_id`)}
  )`

/** True while the conversation is in the hands in which the run began. */
export const stillInHands: SQL = sql`exists (
  select 1 from ${conversations}, runs
  where runs.id = ${p('run_id')}::uuid and conversations.id = runs.conversation_id and conversations.epoch = runs.epoch)`
