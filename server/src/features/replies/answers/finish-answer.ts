import { sql } from 'drizzle-orm'
import { hasRow } from '#platform/db/has-row.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { SEARCHED_CHARACTERS } from '../../conversations/messages/searched-text.ts'
import {
  type AttachmentRow,
  attachments,
  conversations,
  type MessageRow,
  messageDeliveries,
  messages,
  messageTexts,
} from '../../conversations/table.ts'
import { endRunParts, runEndParameters } from '../../runs/finish-run.ts'
import { runFiles, runLeases, runs } from '../../runs/table.ts'

const SEARCHED = sql.raw(String(SEARCHED_CHARACTERS))
/** A quicker answer leaves its conversation where the question has put it: three indexes contain that time. */
const QUICK = sql.raw(`interval '2 seconds'`)

export type FinishedAnswer = MessageRow & {
  /** What the run made, as it is stored on the message. */
  files: Omit<AttachmentRow, 'created_at'>[]
  is_to_deliver: boolean
  /** Whether the contact waits for a person whom nobody has sent yet. */
  is_escalated: boolean
}

/** What of an answer is written at its end. */
export const answerParameters = {
  message_status: 'text',
  content: 'text',
  stream_index: 'int',
  stream_reasoning: 'text?',
  stream_tools: 'jsonb?',
  is_stopped: 'boolean',
  is_searchable: 'boolean',
} as const

/**
 * Finishes an answer. One statement over the tables of `runs` and `conversations`, because the run must end exactly when its
 * answer is published.
 *
 * - `released` deletes the lease, for its holder only and only in the epoch in which the run began; without that nothing is
 *   written. It locks the conversation, so a simultaneous takeover comes either before the answer or after it.
 * - `delivery` makes the delivery due in the same commit, so that no crash in between loses it.
 * - Files that the run made become attachments under their own ids.
 * - `generation_ms` is empty for an answer that waited, perhaps for months.
 *
 * Rows are looked up by sub-selects, for the reason given at `acceptMessage`.
 */
export const finishAnswer = defineStatement(
  'finish_answer',
  { ...runEndParameters, ...answerParameters },
  (p) => sql<FinishedAnswer>`
  with released as (
    delete from ${runLeases}
    where run_id = ${p.run_id} and holder = ${p.holder} and attempts = ${p.attempts} and exists (
      select 1 from ${conversations}, ${runs}
      where runs.id = ${p.run_id} and conversations.id = runs.conversation_id and conversations.epoch = runs.epoch
      for no key update of conversations)
    returning run_id
  ), ${endRunParts(p, [
    sql`runs.assistant_message_id`,
    sql`runs.conversation_id`,
    sql`case when runs.suspended_at is null then runs.started_at end as generated_from`,
  ])}, answer as (
    update ${messages} set status = ${p.message_status}, content = ${p.content}, stream_index = ${p.stream_index},
      stream_reasoning = ${p.stream_reasoning}, stream_tools = ${p.stream_tools}, is_stopped = ${p.is_stopped}, waiting_since = null,
      waiting_for = null, error = ${p.error},
      error_code = ${p.error_code}, completed_at = ${p.ended_at},
      generation_ms = extract(epoch from ${p.ended_at} - (select generated_from from finished)) * 1000
    where messages.id = (select assistant_message_id from finished) and messages.deleted_at is null
    returning messages.*
  ), touched as (
    update ${conversations} set last_message_at = ${p.ended_at}
    where conversations.id = (select conversation_id from finished) and conversations.last_message_at < ${p.ended_at} - ${QUICK}
  ), made as (
    insert into ${attachments} (id, organization_id, message_id, name, mime_type, size, hash, is_encrypted, created_at)
    select f.id, f.organization_id, answer.id, f.name, f.mime_type, f.size, f.hash, f.is_encrypted, f.created_at
    from answer, ${runFiles} as f where f.run_id = (select id from finished) and not f.is_received
    returning attachments.*
  ), answer_text as (
    insert into ${messageTexts} (message_id, organization_id, contact_channel_id, employee_id, conversation_id, text)
    select answer.id, answer.organization_id, conversations.contact_channel_id, conversations.employee_id,
      answer.conversation_id, left(answer.content, ${SEARCHED})
    from answer join ${conversations} on conversations.id = answer.conversation_id
    where ${p.is_searchable} and answer.content <> ''
  ), delivery as (
    insert into ${messageDeliveries} (message_id, organization_id, conversation_id, channel, next_attempt_at, created_at)
    select answer.id, answer.organization_id, answer.conversation_id, conversations.delivers_by, ${p.ended_at},
      ${p.ended_at}
    from answer join ${conversations} on conversations.id = answer.conversation_id
    where conversations.delivers_by is not null and answer.status = 'completed'
      and (answer.content <> '' or exists (select 1 from ${runFiles} as f
        where f.run_id = (select id from finished) and not f.is_received))
    returning message_id
  )
  select answer.*, exists (select 1 from delivery) as is_to_deliver,
    ${hasRow(sql`select from ${conversations} as c where c.id = answer.conversation_id
      and c.assigned_user_id is null and c.unanswered_since is not null`)} as is_escalated,
    array(select to_jsonb(made) from made order by id) as files
  from answer`,
)
