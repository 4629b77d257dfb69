import { sql } from 'drizzle-orm'
import type { Channel } from '#contracts/conversations.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { newId } from '#platform/id.ts'
import type { OrgContext } from '../organizations/context.ts'
import { autoName, type ContactDetails, normalizeContact } from './contact-details.ts'
import {
  type ContactChannelRow,
  type ConversationRow,
  contactChannels,
  contacts,
  conversations,
  participants,
} from './table.ts'

export type ChannelKey = { channel: Channel; channel_name: string }

export type OpenConversation = ChannelKey & {
  employee_id: string
  /** The contact as the channel knows them, and what it says of them. */
  contact_external_id: string
  contact: ContactDetails
  /** The caller's own id; null makes a new conversation. */
  external_id: string | null
  user_id?: string
}

export type Opened = { conversation: ConversationRow; contact_channel: ContactChannelRow }

const p = sql.placeholder

export type Opening = ChannelKey & {
  organization_id: string
  employee_id: string
  /** The ids that new rows get; what is there already keeps its own. */
  new_contact_channel_id: string
  new_contact_id: string
  new_conversation_id: string
  contact_external_id: string
  external_id: string | null
  user_id: string | null
  auto_name: string
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  /** Set where a message comes along. */
  last_message_at: Date | null
  temporary_title: string | null
  now: Date
}

/**
 * Everything that a message needs before it, as named expressions that only read when all is there: `found` has what
 * was there, `known` and `made` what was not. `xmax = 0` tells a row that was just inserted from one that was there, so
 * a contact is made exactly when its channel is; two first messages at once meet in the same rows. A deleted conversation
 * has let its external id go: what was deleted is not brought back by a message, which begins a new one under that id.
 */
export const opening = sql`
  found as (
    select c.id, c.epoch, k.id as contact_channel_id, k.contact_id
    from ${conversations} as c join ${contactChannels} as k on k.id = c.contact_channel_id
    where c.organization_id = ${p('organization_id')}::uuid and c.employee_id = ${p('employee_id')}::uuid
      and c.channel = ${p('channel')}::text and c.channel_name = ${p('channel_name')}::text
      and c.external_id = ${p('external_id')}::text and c.deleted_at is null
      and k.external_id = ${p('contact_external_id')}::text
      and coalesce(${p('first_name')}::text, ${p('last_name')}::text, ${p('email')}::text, ${p('phone')}::text) is null
  ), known as (
    insert into ${contactChannels} (id, organization_id, contact_id, channel, channel_name, external_id, auto_name,
      user_id, created_at)
    select ${p('new_contact_channel_id')}::uuid, ${p('organization_id')}::uuid, ${p('new_contact_id')}::uuid,
      ${p('channel')}::text, ${p('channel_name')}::text, ${p('contact_external_id')}::text, ${p('auto_name')}::text,
      ${p('user_id')}::uuid, ${p('now')}::timestamptz
    where not exists (select 1 from found)
    on conflict (organization_id, channel, channel_name, external_id) do update set external_id = excluded.external_id
    returning *, xmax = 0 as is_new
  ), new_contact as (
    insert into ${contacts} (id, organization_id, first_name, last_name, email, phone, created_at)
    select contact_id, organization_id, ${p('first_name')}::text, ${p('last_name')}::text, ${p('email')}::text,
      ${p('phone')}::text, ${p('now')}::timestamptz
    from known where is_new
  ), changed_contact as (
    update ${contacts} set first_name = coalesce(${p('first_name')}::text, first_name),
      last_name = coalesce(${p('last_name')}::text, last_name), email = coalesce(${p('email')}::text, email),
      phone = coalesce(${p('phone')}::text, phone)
    from known
    where contacts.id = known.contact_id and not known.is_new
      and coalesce(${p('first_name')}::text, ${p('last_name')}::text, ${p('email')}::text, ${p('phone')}::text) is not null
  ), made as (
    insert into ${conversations} (id, organization_id, employee_id, contact_channel_id, channel, channel_name,
      external_id, last_message_at, temporary_title, created_at)
    select ${p('new_conversation_id')}::uuid, known.organization_id, ${p('employee_id')}::uuid, known.id,
      known.channel, known.channel_name, ${p('external_id')}::text, ${p('last_message_at')}::timestamptz,
      ${p('temporary_title')}::text, ${p('now')}::timestamptz
    from known
    on conflict (organization_id, employee_id, channel, channel_name, external_id)
      where external_id is not null and deleted_at is null
      do update set last_message_at = coalesce(excluded.last_message_at, conversations.last_message_at)
    returning *, xmax = 0 as is_new
  ), participant as (
    insert into ${participants} (organization_id, conversation_id, contact_channel_id, joined_at)
    select known.organization_id, made.id, known.id, ${p('now')}::timestamptz from known, made
    on conflict do nothing
  )`

const open = defineStatement<Opening, Opened>(
  'open_conversation',
  sql`with ${opening}
  select to_jsonb(made) as conversation, to_jsonb(known) as contact_channel from made, known`,
)

export function openingOf(
  ctx: OrgContext,
  wanted: OpenConversation,
  message: Pick<Opening, 'last_message_at' | 'temporary_title'>,
): Opening {
  const new_contact_channel_id = newId()
  const details = normalizeContact(wanted.contact)
  return {
    organization_id: ctx.organization.id,
    employee_id: wanted.employee_id,
    channel: wanted.channel,
    channel_name: wanted.channel_name,
    new_contact_channel_id,
    new_contact_id: newId(),
    new_conversation_id: newId(),
    contact_external_id: wanted.contact_external_id,
    external_id: wanted.external_id,
    user_id: wanted.user_id ?? null,
    auto_name: autoName(new_contact_channel_id),
    first_name: details.first_name ?? null,
    last_name: details.last_name ?? null,
    email: details.email ?? null,
    phone: details.phone ?? null,
    ...message,
    now: ctx.now(),
  }
}

/** Begins a conversation that has no message yet. */
export async function openConversation(
  ctx: OrgContext,
  wanted: Omit<OpenConversation, 'external_id'>,
): Promise<Opened> {
  const empty = { last_message_at: null, temporary_title: null }
  const [opened] = await open(ctx.db, openingOf(ctx, { ...wanted, external_id: null }, empty))
  if (!opened) throw new Error('The conversation was not written')
  return { conversation: revive(opened.conversation), contact_channel: revive(opened.contact_channel) }
}

const instants = ['created_at', 'last_message_at', 'deleted_at'] as const

/** JSON carries times as text. */
function revive<Row extends object>(row: Row): Row {
  const revived = instants.flatMap((name) => {
    const value: unknown = name in row ? row[name as keyof Row] : null
    return typeof value === 'string' ? [[name, new Date(value)]] : []
  })
  return { ...row, ...Object.fromEntries(revived) }
}
