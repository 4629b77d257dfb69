import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { MailLanguage, MailProblem } from '#contracts/mail.ts'
import { createdAt, id, instant } from '#platform/db/columns.ts'
import { organizationId } from '../organizations/table.ts'
import { users } from '../users/table.ts'

export const organizationInvites = pgTable(
  'organization_invites',
  {
    id: id(),
    organization_id: organizationId(),
    code: text().notNull(),
    /** In lower case. Anyone who holds the code may use an invite without one. */
    email: text(),
    role: text().$type<'admin' | 'member'>().notNull(),
    /** Of access groups, which `teammates` has: one that is deleted meanwhile gives nothing. */
    access_group_ids: uuid().array().notNull().default([]),
    /** An invite that is past its time stays pending; it is shown as expired. */
    status: text().$type<'Pending' | 'Accepted' | 'Cancelled'>().notNull().default('Pending'),
    /** How many people may join by it, and how many have. */
    uses: integer().notNull().default(1),
    used: integer().notNull().default(0),
    /** It counts as long as this person may invite. */
    invited_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** When it was made, or sent again. */
    invited_at: instant().notNull(),
    expires_at: instant().notNull(),
    language: text().$type<MailLanguage>().notNull().default('en'),
    /** Null where nothing is mailed. */
    mail_status: text().$type<'queued' | 'sent' | 'failed'>(),
    mail_problem: text().$type<MailProblem>(),
    /** Another one for each time it is sent. */
    mail_message_id: uuid(),
    mail_attempts: integer().notNull().default(0),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex('a_code_belongs_to_one_invite').on(table.code),
    uniqueIndex('an_address_is_invited_once_at_a_time')
      .on(table.organization_id, table.email)
      .where(sql`${table.email} is not null and ${table.status} = 'Pending'`),
    index('invites_by_creation').on(table.organization_id, table.created_at, table.id),
    check('an_invite_gives_a_role_that_may_be_given', sql`${table.role} in ('admin', 'member')`),
    check('an_invite_has_a_status', sql`${table.status} in ('Pending', 'Accepted', 'Cancelled')`),
    check('an_invite_is_used_as_often_as_it_may', sql`${table.used} between 0 and ${table.uses}`),
    check('a_used_up_invite_is_accepted', sql`${table.status} <> 'Pending' or ${table.used} < ${table.uses}`),
    check('an_address_is_in_lower_case', sql`${table.email} = lower(${table.email})`),
    check('an_address_is_invited_for_itself', sql`${table.email} is null or ${table.uses} = 1`),
    check('a_mail_has_a_status', sql`${table.mail_status} in ('queued', 'sent', 'failed')`),
  ],
)
export type InviteRow = typeof organizationInvites.$inferSelect
