import { sql } from 'drizzle-orm'
import { omit } from '#contracts/omit.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { contactParameters, hasDetails, writeDetails } from '../../contacts/contact-details.ts'
import { contactChannels } from '../../contacts/table.ts'
import { SEARCHED_CHARACTERS } from '../../conversations/messages/searched-text.ts'
import { type ConversationRow, conversations, messages, messageTexts, participants } from '../../conversations/table.ts'
import { runParameters } from '../../runs/start-run.ts'
import { runLeases, runPayloads, runs } from '../../runs/table.ts'

/** Without the parameters that only runs of workflows have. */
const answerRunParameters = omit(
  runParameters,
  'contact_id',
  'epoch',
  'workflow_id',
  'trigger_id',
  'rerun_of',
  'taken_over_until',
  'is_test',
)

const SEARCHED = sql.raw(String(SEARCHED_CHARACTERS))

/** The conversation that a message was written to; all its columns where the message has opened it. */
export type Accepted = (ConversationRow | { id: null }) & {
  conversation_id: string
  contact_channel_id: string
  contact_id: string
  /** The conversation's epoch when the message was written. */
  epoch: number
  /** True for the first message of a conversation. */
  is_new: boolean
  /** Whether a contact who existed has new details. */
  is_contact_changed: boolean
}

/**
 * Accepts a message. One statement over the tables of `conversations` and `runs`, because an accepted message must be in its
 * conversation and have a run that answers it, and because a round trip for each table would cost more than all of the writing.
 *
 * - `existing`: the conversation with the given id, or the one with the caller's external id. The latter only where no details
 *   of the contact are given, since they would have to be written.
 * - `contact_channel` to `participant`: otherwise the contact and the conversation, each found or added. `xmax = 0` distinguishes a
 *   row that was just inserted from an existing one; two simultaneous first messages write the same rows.
 * - `touched` and `opened` lock the conversation and ask whether the teammate has it. Where an operator has it nothing is written,
 *   so a simultaneous takeover comes either before the message or after it.
 * - `target`: the conversation of the two cases. What follows is written for it: question, unfinished answer, search text, run,
 *   lease and the run's input.
 *
 * Rows are looked up by a sub-select and not by a join: a plan that was made while a table was small would read all of it for
 * the join, and is kept while the table grows. A deleted conversation has no external id any more, so a message under that id
 * opens a new one.
 */
export const acceptMessage = defineStatement(
  'accept_message',
  {
    ...answerRunParameters,
    employee_id: 'uuid',
    message_id: 'uuid',
    assistant_message_id: 'uuid',
    channel: 'text',
    channel_name: 'text',
    // Of a conversation that is to be found by the caller's id, or opened.
    external_id: 'text?',
    delivers_by: 'text?',
    new_conversation_id: 'uuid?',
    new_contact_channel_id: 'uuid?',
    new_contact_id: 'uuid?',
    contact_external_id: 'text?',
    auto_name: 'text?',
    ...contactParameters,
    opens_current: 'boolean',
    // The message.
    content: 'text',
    sender_name: 'text?',
    client_message_id: 'uuid?',
    temporary_title: 'text?',
    is_searchable: 'boolean',
    is_durable: 'boolean',
  },
  (p) => sql<Accepted>`
  with existing as (
    select c.id, c.epoch, c.last_message_at is null as is_new, k.id as contact_channel_id, k.contact_id
    from ${conversations} as c join ${contactChannels} as k on k.id = c.contact_channel_id
    where c.id = ${p.conversation_id} and c.organization_id = ${p.organization_id} and c.deleted_at is null
    union all
    select c.id, c.epoch, false, k.id, k.contact_id
    from ${conversations} as c join ${contactChannels} as k on k.id = c.contact_channel_id
    where ${p.conversation_id} is null and c.organization_id = ${p.organization_id} and c.employee_id = ${p.employee_id}
      and c.channel = ${p.channel} and c.channel_name = ${p.channel_name} and c.external_id = ${p.external_id}
      and c.deleted_at is null and k.external_id = ${p.contact_external_id}
      and not ${hasDetails(p)}
  ), contact_channel as (
    insert into ${contactChannels} (id, organization_id, contact_id, channel, channel_name, external_id, auto_name,
      user_id, current_conversation_id, created_at)
    select ${p.new_contact_channel_id}, ${p.organization_id}, ${p.new_contact_id}, ${p.channel}, ${p.channel_name},
      ${p.contact_external_id}, ${p.auto_name}, ${p.user_id},
      case when ${p.opens_current} then ${p.new_conversation_id} end, ${p.now}
    where ${p.conversation_id} is null and not exists (select 1 from existing)
    on conflict (organization_id, channel, channel_name, external_id) do update set
      current_conversation_id = coalesce(excluded.current_conversation_id, contact_channels.current_conversation_id)
    returning *, xmax = 0 as is_new
  ), ${writeDetails(p)}, opened as (
    insert into ${conversations} (id, organization_id, employee_id, contact_channel_id, channel, channel_name,
      external_id, delivers_by, last_message_at, temporary_title, created_at)
    select ${p.new_conversation_id}, organization_id, ${p.employee_id}, id, channel, channel_name,
      ${p.external_id}, ${p.delivers_by}, ${p.now}, ${p.temporary_title}, ${p.now}
    from contact_channel
    on conflict (organization_id, employee_id, channel, channel_name, external_id)
      where external_id is not null and deleted_at is null
      do update set last_message_at = excluded.last_message_at
      where conversations.assigned_user_id is null and conversations.automation_enabled
    returning *, xmax = 0 as is_new
  ), participant as (
    insert into ${participants} (organization_id, conversation_id, contact_channel_id, joined_at)
    select contact_channel.organization_id, opened.id, contact_channel.id, ${p.now} from contact_channel, opened
    on conflict do nothing
  ), touched as (
    update ${conversations} set last_message_at = ${p.now},
      temporary_title = coalesce(temporary_title, ${p.temporary_title})
    where conversations.id = (select id from existing)
      and conversations.assigned_user_id is null and conversations.automation_enabled
    returning conversations.epoch
  ), target as (
    select existing.id as conversation_id, existing.contact_channel_id, existing.contact_id, existing.is_new, touched.epoch
    from existing, touched
    union all
    select opened.id, contact_channel.id, contact_channel.contact_id, opened.is_new, opened.epoch
    from contact_channel, opened
  ), new_messages as (
    insert into ${messages} (id, organization_id, conversation_id, channel, role, status, content, contact_channel_id,
      sender_name, employee_id, run_id, client_message_id, created_at, completed_at)
    select ${p.message_id}, ${p.organization_id}, conversation_id, ${p.channel}, 'contact', 'completed', ${p.content},
      contact_channel_id, ${p.sender_name}, null, ${p.run_id}, ${p.client_message_id}, ${p.now}, ${p.now}
    from target
    union all
    select ${p.assistant_message_id}, ${p.organization_id}, conversation_id, ${p.channel}, 'ai', 'in_progress', '', null,
      null, ${p.employee_id}, ${p.run_id}, null, ${p.now}, null
    from target
  ), texts as (
    insert into ${messageTexts} (message_id, organization_id, contact_channel_id, employee_id, conversation_id, text)
    select ${p.message_id}, ${p.organization_id}, contact_channel_id, ${p.employee_id}, conversation_id,
      left(${p.content}, ${SEARCHED})
    from target where ${p.is_searchable} and ${p.content} <> ''
  ), run as (
    insert into ${runs} (id, organization_id, employee_id, conversation_id, contact_id, user_id, parent_run_id, channel,
      message_id, assistant_message_id, is_async, status, epoch, created_at, started_at)
    select ${p.run_id}, ${p.organization_id}, ${p.employee_id}, conversation_id, contact_id, ${p.user_id},
      ${p.parent_run_id}, ${p.channel}, ${p.message_id}, ${p.assistant_message_id}, ${p.is_async}, ${p.run_status},
      epoch, ${p.now}, ${p.started_at}
    from target
  ), lease as (
    insert into ${runLeases} (run_id, organization_id, job, holder, expires_at, attempts)
    select ${p.run_id}, ${p.organization_id}, ${p.job}, ${p.holder}, ${p.expires_at}, ${p.attempts} from target
  ), payload as (
    insert into ${runPayloads} (run_id, organization_id, seq, data)
    select ${p.run_id}, ${p.organization_id}, 0, ${p.beginning} from target
  )
  select opened.*, target.*, exists (select 1 from changed_contact) as is_contact_changed,
    set_config('synchronous_commit', case when ${p.is_durable} then current_setting('synchronous_commit') else 'off' end, true)
  from target left join opened on opened.is_new`,
)
