import { and, desc, eq, isNull, ne, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { definePrepared } from '#platform/db/prepared.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { AppError } from '#platform/error.ts'
import { type ContactChannelRow, type ContactRow, contactChannels, contacts } from '../contacts/table.ts'
import type { ConversationParties } from '../conversations/define-channel.ts'
import { type ConversationRow, conversations, participants } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type OrganizationRow, organizations } from '../organizations/table.ts'
import { aiEmployees, type TeammateRow } from '../teammates/table.ts'
import { webchat, webchatKey } from './channel.ts'
import { type WebchatSettingsRow, webchatSettings } from './table.ts'

/** A site by its public key, which every request of its widget needs. */
const byPublicKey = defineSharedRead((db) =>
  db
    .select({ organization: organizations, rules: webchatSettings })
    .from(organizations)
    .leftJoin(webchatSettings, eq(webchatSettings.organization_id, organizations.id))
    .where(eq(organizations.public_api_key, sql.placeholder('key')))
    .prepare('find_webchat_by_public_key'),
)

type Site = { organization: OrganizationRow; rules: WebchatSettingsRow | null }

/** The key's organization with its rules for webchat; null if there is no such key. */
export async function findByPublicKey(ctx: Context, key: string): Promise<Site | null> {
  const [found] = await byPublicKey(ctx.db, { key })
  return found ?? null
}

/** The same by the organization itself. */
export async function findSite(ctx: Context, organization_id: string): Promise<Site | null> {
  const [found] = await ctx.db
    .select({ organization: organizations, rules: webchatSettings })
    .from(organizations)
    .leftJoin(webchatSettings, eq(webchatSettings.organization_id, organizations.id))
    .where(eq(organizations.id, organization_id))
  return found ?? null
}

type Known = { contact_channel: ContactChannelRow; contact: ContactRow }

const contactBy = (which: SQL, name: string) =>
  definePrepared((db) =>
    db
      .select({ contact_channel: contactChannels, contact: contacts })
      .from(contactChannels)
      .innerJoin(contacts, eq(contacts.id, contactChannels.contact_id))
      .where(
        and(
          eq(contactChannels.organization_id, sql.placeholder('organization_id')),
          eq(contactChannels.channel, webchatKey.channel),
          eq(contactChannels.channel_name, webchatKey.channel_name),
          which,
        ),
      )
      .prepare(name),
  )
const contactById = contactBy(eq(contactChannels.id, sql.placeholder('id')), 'find_visitor')
const contactByExternalId = contactBy(
  eq(contactChannels.external_id, sql.placeholder('external_id')),
  'find_visitor_by_external_id',
)

/** A contact of webchat, by their id or their external id. */
export async function findContact(
  ctx: OrgContext,
  by: { id: string } | { external_id: string },
): Promise<Known | null> {
  const find = 'id' in by ? contactById : contactByExternalId
  const [found] = await find(ctx.db).execute({ organization_id: ctx.organization.id, ...by })
  return found ?? null
}

/** Whose conversations they are, for any query over `conversations` and their teammates: those in which the visitor takes part. */
export const ownConversations = (ctx: OrgContext, contact_channel_id: string): SQL | undefined =>
  ownedBy(ctx.organization.id, contact_channel_id)

const ownedBy = (organization_id: string | Placeholder, contact_channel_id: string | Placeholder) =>
  and(
    eq(conversations.organization_id, organization_id),
    eq(conversations.channel, webchatKey.channel),
    isNull(conversations.deleted_at),
    isNull(aiEmployees.deleted_at),
    sql`${conversations.id} in (select ${participants.conversation_id} from ${participants}
      where ${participants.organization_id} = ${organization_id}
        and ${participants.contact_channel_id} = ${contact_channel_id} and ${participants.is_active})`,
  )

export type Talk = { conversation: ConversationRow; teammate: TeammateRow }

export const noSuchConversation = () => new AppError('not_found', 'Conversation not found')

/** The latest that fits, built once. It has no name, and so is planned each time: a plan made while the tables were small reads all of them. */
const latestTalk = (which: SQL | undefined) =>
  definePrepared((db) =>
    db
      .select({ conversation: conversations, teammate: aiEmployees })
      .from(conversations)
      .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
      .where(and(ownedBy(sql.placeholder('organization_id'), sql.placeholder('contact_channel_id')), which))
      // A conversation without messages is ordered by its creation.
      .orderBy(
        desc(sql`coalesce(${conversations.last_message_at}, ${conversations.created_at})`),
        desc(conversations.id),
      )
      .limit(1)
      .prepare(''),
  )
const talkById = latestTalk(eq(conversations.id, sql.placeholder('id')))
const currentTalk = latestTalk(
  and(eq(conversations.employee_id, sql.placeholder('employee_id')), ne(conversations.status, 'archived')),
)

/** A conversation of the visitor; an unknown visitor (null) has none. */
export async function findOwnConversation(
  ctx: OrgContext,
  contact_channel_id: string | undefined,
  conversation_id: string,
): Promise<Talk> {
  if (!contact_channel_id) throw noSuchConversation()
  const organization_id = ctx.organization.id
  const [found] = await talkById(ctx.db).execute({ organization_id, contact_channel_id, id: conversation_id })
  if (!found) throw noSuchConversation()
  return found
}

/** The conversation in which the visitor's next message to this teammate belongs, where they have one at a time. */
export async function findCurrentConversation(
  ctx: OrgContext,
  contact_channel_id: string | undefined,
  employee_id: string,
): Promise<Talk | null> {
  if (!contact_channel_id) return null
  const organization_id = ctx.organization.id
  const [found] = await currentTalk(ctx.db).execute({ organization_id, contact_channel_id, employee_id })
  return found ?? null
}

export const partiesOfTalk = ({ conversation, teammate }: Talk): ConversationParties => ({
  teammate,
  channel: webchat,
  contact_channel: { id: conversation.contact_channel_id, user_id: null },
})
