import { and, eq, inArray, sql } from 'drizzle-orm'
import { foldText } from '#contracts/fold-text.ts'
import type { Match } from '#contracts/inbox-search.ts'
import { displayName } from '../../contacts/present.ts'
import { contactChannels, contacts } from '../../contacts/table.ts'
import { excerptAround, excerptOfMarkdown, highlightsIn } from '../../conversations/messages/excerpt-around.ts'
import { SEARCHED_CHARACTERS } from '../../conversations/messages/searched-text.ts'
import { conversations, messages } from '../../conversations/table.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { users } from '../../users/table.ts'
import type { Hit } from './hits.ts'

/** What each was found by, as it is shown. */
export async function matchesOf(
  ctx: MemberContext,
  hits: Hit[],
  words: readonly string[],
): Promise<(Match | undefined)[]> {
  const [messagesById, named] = [await readMessages(ctx, hits), await readNames(ctx, hits)]
  return hits.map(({ conversation_id, by }) => {
    if (by.source === 'message') {
      const message = messagesById.get(by.id)
      if (!message) return undefined
      const { id, role, user_id, created_at, content } = message
      const about = { id, role, user_id, created_at: created_at.toISOString() }
      // What a person wrote is shown as it was written.
      const isPlain = role === 'contact' || role === 'operator'
      const excerpt = isPlain ? excerptAround(content, words) : excerptOfMarkdown(content, words)
      return { source: 'message', message: about, ...excerpt }
    }
    const name = named.get(conversation_id)
    if (!name) return undefined
    if (by.source === 'title') return { source: 'title', message: null, ...excerptAround(name.title ?? '', words) }
    const excerpt = factsOf(name, words)
    return { source: 'contact', message: null, excerpt, highlights: highlightsIn(excerpt, words) }
  })
}

async function readMessages(ctx: MemberContext, hits: Hit[]) {
  const ids = hits.flatMap(({ by }) => (by.source === 'message' ? [by.id] : []))
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({
      id: messages.id,
      role: messages.role,
      user_id: messages.user_id,
      content: sql<string>`left(${messages.content}, ${SEARCHED_CHARACTERS})`,
      created_at: messages.created_at,
    })
    .from(messages)
    .where(and(eq(messages.organization_id, ctx.organization.id), inArray(messages.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

async function readNames(ctx: MemberContext, hits: Hit[]) {
  const ids = hits.flatMap(({ conversation_id, by }) => (by.source === 'message' ? [] : [conversation_id]))
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({
      id: conversations.id,
      title: sql<string | null>`coalesce(${conversations.title}, ${conversations.temporary_title})`,
      contact: contacts,
      channel: contactChannels,
      colleague: { name: users.name, email: users.email },
    })
    .from(conversations)
    .innerJoin(contactChannels, eq(contactChannels.id, conversations.contact_channel_id))
    .innerJoin(contacts, eq(contacts.id, contactChannels.contact_id))
    .leftJoin(users, eq(users.id, contactChannels.user_id))
    .where(and(eq(conversations.organization_id, ctx.organization.id), inArray(conversations.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

type Named = Awaited<ReturnType<typeof readNames>> extends Map<string, infer Row> ? Row : never

/** What is known of the contact in which any of the words occur. */
function factsOf({ contact, channel, colleague }: Named, words: readonly string[]): string {
  const name = displayName(contact, colleague?.name ?? colleague?.email ?? channel.auto_name)
  const facts = [name, colleague?.email, contact.email, contact.phone, channel.auto_name]
  if (!colleague) facts.push(channel.external_id)
  const matching = facts.filter((fact) => fact && words.some((word) => foldText(fact).includes(word)))
  return [...new Set(matching)].join(' · ')
}
