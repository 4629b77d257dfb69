import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ContactFields } from '#contracts/contact-fields.ts'
import type { Channel } from '#contracts/conversations.ts'
import { createdAt, id, instant, json } from '#platform/db/columns.ts'
import { organizations } from '../organizations/table.ts'
import { users } from '../users/table.ts'

const organizationId = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' })

/** The people outside of the organization, whatever they write through. */
export const contacts = pgTable(
  'contacts',
  {
    id: id(),
    organization_id: organizationId(),
    first_name: text(),
    last_name: text(),
    email: text(),
    phone: text(),
    /** What they are found by. */
    searched: text()
      .generatedAlwaysAs(
        sql`lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))`,
      )
      .notNull(),
    created_at: createdAt(),
  },
  (table) => [
    index('contacts_of_an_organization').on(table.organization_id, table.id),
    index('contacts_by_their_letters').using('gin', table.organization_id, table.searched.op('gin_trgm_ops')),
  ],
)
export type ContactRow = typeof contacts.$inferSelect

/** A contact as one channel knows them. */
export const contactChannels = pgTable(
  'contact_channels',
  {
    id: id(),
    organization_id: organizationId(),
    contact_id: uuid()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    channel: text().$type<Channel>().notNull(),
    /** The caller's own name of a `custom` channel; empty for the others. */
    channel_name: text().notNull().default(''),
    external_id: text().notNull(),
    auto_name: text().notNull(),
    /** Internal chat: whose it is. */
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    current_conversation_id: uuid(),
    /** What they are found by. */
    searched: text().generatedAlwaysAs(sql`lower(external_id || ' ' || auto_name)`).notNull(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex('a_contact_is_known_once_per_channel').on(
      table.organization_id,
      table.channel,
      table.channel_name,
      table.external_id,
    ),
    index('channels_of_a_contact').on(table.organization_id, table.contact_id),
    index('channels_by_their_letters').using('gin', table.organization_id, table.searched.op('gin_trgm_ops')),
  ],
)
export type ContactChannelRow = typeof contactChannels.$inferSelect

/** A contact that went into another one, with what is needed to bring it back. */
export const contactMerges = pgTable(
  'contact_merges',
  {
    id: id(),
    organization_id: organizationId(),
    contact_id: uuid()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    merged_contact_id: uuid()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    /** What the merged contact was called. */
    merged_name: text().notNull(),
    /** The channels that came along. */
    channel_ids: uuid().array().notNull(),
    /** What the kept contact lacked and has from the merged one. */
    taken: json<Partial<ContactFields>>().notNull(),
    merged_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
    undone_at: instant(),
  },
  (table) => [index('merges_of_a_contact').on(table.organization_id, table.contact_id, table.id)],
)
export type ContactMergeRow = typeof contactMerges.$inferSelect
