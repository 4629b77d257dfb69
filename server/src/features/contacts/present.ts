import type { ContactMerge } from '#contracts/contact-merges.ts'
import type { Contact } from '#contracts/inbox.ts'
import type { UserRow } from '../users/table.ts'
import type { ContactChannelRow, ContactMergeRow, ContactRow } from './table.ts'

type Named = Pick<ContactRow, 'first_name' | 'last_name'>

type ShownChannel = Pick<ContactChannelRow, 'id' | 'channel' | 'channel_name' | 'external_id' | 'auto_name'>

/** A contact's name, else the generated one, such as “Customer 1A2B”. */
export function displayName({ first_name, last_name }: Named, auto_name: string | undefined): string {
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return name || auto_name || 'Unknown Customer'
}

export const presentContact = (row: ContactRow, channels: ShownChannel[]): Contact => ({
  id: row.id,
  organization_id: row.organization_id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  phone: row.phone,
  display_name: displayName(row, channels[0]?.auto_name),
  channels: channels.map(({ id, channel, channel_name, external_id, auto_name }) => ({
    id,
    channel,
    channel_name,
    external_id,
    auto_name,
  })),
  created_at: row.created_at.toISOString(),
})

export const presentMerge = (
  { id, contact_id, merged_contact_id, merged_name, created_at }: ContactMergeRow,
  merged_by: Pick<UserRow, 'name' | 'email'> | null,
): ContactMerge => ({
  id,
  contact_id,
  merged_contact: { id: merged_contact_id, display_name: merged_name },
  merged_by: merged_by && (merged_by.name ?? merged_by.email),
  created_at: created_at.toISOString(),
})
