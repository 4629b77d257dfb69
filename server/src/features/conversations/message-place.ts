import { sql } from 'drizzle-orm'
import { opening } from './open-conversation.ts'
import { contactChannels, conversations } from './table.ts'

const p = sql.placeholder

/** Where a message went. */
export type Place = {
  conversation_id: string
  contact_channel_id: string
  contact_id: string
  epoch: number
  /** True where nothing was said before. */
  is_new: boolean
}

/** `place`: the conversation of that id, or nothing when it is gone. */
export const knownPlace = sql`
  place as (
    select c.id as conversation_id, c.contact_channel_id, k.contact_id, c.epoch, c.last_message_at is null as is_new,
      false as is_touched
    from ${conversations} as c join ${contactChannels} as k on k.id = c.contact_channel_id
    where c.id = ${p('conversation_id')}::uuid and c.organization_id = ${p('organization_id')}::uuid
      and c.deleted_at is null
  )`

/** `place`: the caller's conversation, found or opened in the same breath. */
export const openedPlace = sql`${opening}, place as (
    select id as conversation_id, contact_channel_id, contact_id, epoch, false as is_new, false as is_touched from found
    union all
    select made.id, known.id, known.contact_id, made.epoch, made.is_new, true from made, known
  )`

/** What a statement over `place` answers with; the epoch is that of the moment of writing. */
export const whereItWent = sql`
  select place.conversation_id, place.contact_channel_id, place.contact_id, place.is_new,
    coalesce((select epoch from touched), place.epoch) as epoch
  from place`
