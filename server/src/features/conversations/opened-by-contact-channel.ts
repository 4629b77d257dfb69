import { and, eq } from 'drizzle-orm'
import { contactChannels } from '../contacts/table.ts'
import { conversations } from './table.ts'

/** Joins conversations with the contact channels that opened them. */
export const isOpenedByContactChannel = and(
  eq(conversations.organization_id, contactChannels.organization_id),
  eq(conversations.contact_channel_id, contactChannels.id),
)
