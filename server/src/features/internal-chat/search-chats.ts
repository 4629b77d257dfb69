import { and, desc, eq, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ChatSearch, ChatSearchResults } from '#contracts/internal-chat.ts'
import { contains, containsByIndex, folded, phraseOf, type Wanted } from '#platform/db/folded-text.ts'
import { excerptAround, excerptOfMarkdown } from '../conversations/messages/excerpt-around.ts'
import { conversations, messages, messageTexts } from '../conversations/table.ts'
import type { MemberContext } from '../organizations/context.ts'
import { visibleTeammates } from '../teammates/access.ts'
import { aiEmployees } from '../teammates/table.ts'
import { findOwnChannel, ownChats } from './access.ts'
import { presentHistoryEntry } from './present.ts'

/** A word that many messages have fills a page from the newest of them. */
const NEWEST = 1000
/** Of a word that does not, and is in still more messages than this, some chats are not found. */
const MAX_MATCHES = 3000

type Search = {
  q: string
  wanted: Wanted
  /** Which chats may be found at all. */
  scope: SQL | undefined
}
type Found = ChatSearchResults['data'][number]

/** The caller's chats in which the words occur: in the title first, then in a message, the newest first. */
export async function searchChats(
  ctx: MemberContext,
  { q, limit }: z.output<typeof ChatSearch>,
  teammate?: { id: string },
): Promise<ChatSearchResults> {
  const channel = await findOwnChannel(ctx)
  if (!channel) return { data: [], limit, hasMore: false }
  const search: Search = {
    q,
    wanted: phraseOf(q),
    scope: and(
      ownChats(ctx, channel.id),
      isNull(conversations.deleted_at),
      isNotNull(conversations.last_message_at),
      visibleTeammates(ctx),
      teammate && eq(conversations.employee_id, teammate.id),
    ),
  }
  const wanted = limit + 1
  const found = await foundByTitle(ctx, search, wanted)
  for (const matching of [amongNewest, amongAll]) {
    if (found.length >= wanted) break
    found.push(...(await foundByMessage(ctx, search, matching(ctx, channel.id, search), found, wanted)))
  }
  return { data: found.slice(0, limit), limit, hasMore: found.length > limit }
}

async function foundByTitle(ctx: MemberContext, { q, wanted, scope }: Search, count: number): Promise<Found[]> {
  const shown = folded(sql`coalesce(${conversations.title}, ${conversations.temporary_title})`)
  const rows = await ctx.db
    .select({ conversation: conversations, teammate: aiEmployees })
    .from(conversations)
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(and(scope, contains(shown, wanted)))
    .orderBy(desc(conversations.last_message_at), desc(conversations.id))
    .limit(count)
  return rows.map((row) => {
    const { title, temporary_title } = row.conversation
    const { excerpt } = excerptAround(title ?? temporary_title ?? '', [q])
    return { ...presentHistoryEntry(row), match: { source: 'title', message_id: null, excerpt } }
  })
}

const ownTexts = ({ organization }: MemberContext, channel_id: string) =>
  and(eq(messageTexts.organization_id, organization.id), eq(messageTexts.contact_channel_id, channel_id))

function amongNewest(ctx: MemberContext, channel_id: string, { wanted }: Search) {
  const newest = ctx.db
    .select({ message_id: messageTexts.message_id, text: messageTexts.text })
    .from(messageTexts)
    .where(ownTexts(ctx, channel_id))
    .orderBy(desc(messageTexts.message_id))
    .limit(NEWEST)
    .as('newest')
  return ctx.db.select({ id: newest.message_id }).from(newest).where(contains(newest.text, wanted)).as('matching')
}

function amongAll(ctx: MemberContext, channel_id: string, { wanted }: Search) {
  return ctx.db
    .select({ id: messageTexts.message_id })
    .from(messageTexts)
    .where(and(ownTexts(ctx, channel_id), containsByIndex(messageTexts.text, wanted)))
    .limit(MAX_MATCHES)
    .as('matching')
}

/** Further chats, each with the newest of its messages that match. */
async function foundByMessage(
  ctx: MemberContext,
  { q, scope }: Search,
  matching: ReturnType<typeof amongAll>,
  before: Found[],
  wanted: number,
): Promise<Found[]> {
  const newest = ctx.db
    .selectDistinctOn([messages.conversation_id], { id: messages.id, conversation_id: messages.conversation_id })
    .from(matching)
    .innerJoin(messages, eq(messages.id, matching.id))
    .where(isNull(messages.deleted_at))
    .orderBy(messages.conversation_id, desc(messages.id))
    .as('newest_match')
  const known = before.map(({ id }) => id)
  const rows = await ctx.db
    .select({ conversation: conversations, teammate: aiEmployees, message: messages })
    .from(newest)
    .innerJoin(messages, eq(messages.id, newest.id))
    .innerJoin(conversations, eq(conversations.id, newest.conversation_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, conversations.employee_id))
    .where(and(scope, known.length > 0 ? notInArray(conversations.id, known) : undefined))
    .orderBy(desc(newest.id))
    .limit(wanted - before.length)
  return rows.map((row) => {
    const { role, content } = row.message
    const { excerpt } = role === 'contact' ? excerptAround(content, [q]) : excerptOfMarkdown(content, [q])
    return { ...presentHistoryEntry(row), match: { source: 'message', message_id: row.message.id, excerpt } }
  })
}
