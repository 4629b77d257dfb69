import { sql } from 'drizzle-orm'
import type { Channel } from '#contracts/conversations.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type ContactDetails, contactParameters, newContact, writeDetails } from './contact-details.ts'
import { type ContactChannelRow, contactChannels } from './table.ts'

/** A channel as it is written on contacts and conversations. */
export type ChannelKey = { channel: Channel; channel_name: string }

/** `is_changed`: a contact who existed has new details. */
type FoundContact = ContactChannelRow & { is_changed: boolean }

/**
 * Finds or adds the contact of a channel and writes new details. One statement, because every message begins with it; two
 * simultaneous ones write one row. `xmax = 0` distinguishes a row that was just inserted from an existing one.
 */
const findOrAdd = defineStatement(
  'find_or_add_contact',
  {
    id: 'uuid',
    organization_id: 'uuid',
    contact_id: 'uuid',
    channel: 'text',
    channel_name: 'text',
    external_id: 'text',
    auto_name: 'text',
    user_id: 'uuid?',
    current_conversation_id: 'uuid?',
    ...contactParameters,
    now: 'timestamptz',
  },
  (p) => sql<FoundContact>`
  with contact_channel as (
    insert into ${contactChannels} (id, organization_id, contact_id, channel, channel_name, external_id, auto_name,
      user_id, current_conversation_id, created_at)
    values (${p.id}, ${p.organization_id}, ${p.contact_id}, ${p.channel}, ${p.channel_name}, ${p.external_id},
      ${p.auto_name}, ${p.user_id}, ${p.current_conversation_id}, ${p.now})
    on conflict (organization_id, channel, channel_name, external_id)
      do update set
        current_conversation_id = coalesce(excluded.current_conversation_id, contact_channels.current_conversation_id)
    returning *, xmax = 0 as is_new
  ), ${writeDetails(p)}
  select *, exists (select 1 from changed_contact) as is_changed from contact_channel`,
)

type Wanted = ChannelKey & {
  contact_external_id: string
  contact: ContactDetails
  user_id: string | null
  /** The conversation in which the contact's next message belongs; null leaves it as it is. */
  current_conversation_id: string | null
}

/** Finds the contact of a channel and updates their details; adds one who writes for the first time. */
export async function findOrAddContact(ctx: OrgContext, wanted: Wanted): Promise<FoundContact> {
  const { channel, channel_name, current_conversation_id } = wanted
  const [row] = await findOrAdd(ctx.db, {
    ...newContact(wanted),
    organization_id: ctx.organization.id,
    channel,
    channel_name,
    current_conversation_id,
    now: ctx.now(),
  })
  if (!row) throw new Error('The contact was not written')
  return row
}
