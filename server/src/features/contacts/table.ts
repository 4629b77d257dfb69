import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ContactFields } from '#contracts/contact-fields.ts'
import type { Channel } from '#contracts/conversations.ts'
import { createdAt, id, instant, json } from '#platform/db/columns.ts'
import { organizationId } from '../organizations/table.ts'
import { users } from '../users/table.ts'

/** People outside the organization, over all channels. A details field is listed in docs/how-to/add-a-contact-field.md. */
export const contacts = pgTable(
  'contacts',
  {
    id: id(),
    organization_id: organizationId(),
    first_name: text(),
    last_name: text(),
    email: text(),
    phone: text(),
    /** Names, email and phone as search compares them; a trigger writes it. */
    searched: text().notNull().default(''),
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
    /** The name that the calling program gave a `custom` channel; empty for the others. */
    channel_name: text().notNull().default(''),
    external_id: text().notNull(),
    auto_name: text().notNull(),
    /** In internal chat, the colleague; null on other channels. */
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The conversation of the contact's next message where it names none (`set-current-conversation.ts`). */
    current_conversation_id: uuid(),
    /** Id and name as search compares them; a trigger writes it. */
    searched: text().notNull().default(''),
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

/** A contact that was merged into another one, with what is needed to undo that. */
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
    /** The merged contact's display name. */
    merged_name: text().notNull(),
    /** The channels that moved. */
    channel_ids: uuid().array().notNull(),
    /** Fields that the kept contact lacked and took over from the merged one. */
    taken: json<Partial<ContactFields>>().notNull(),
    merged_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
    undone_at: instant(),
  },
  (table) => [index('merges_of_a_contact').on(table.organization_id, table.contact_id, table.id)],
)
export type ContactMergeRow = typeof contactMerges.$inferSelect
