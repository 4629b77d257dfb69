import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ConversationSearch, FoundConversation, FoundConversations } from '#contracts/inbox-search.ts'
import { wordsOf } from '#platform/db/folded-text.ts'
import { isAny } from '#platform/db/is-any.ts'
import { readWithin } from '#platform/db/read-within.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import { conversations } from '../../conversations/table.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { listSeenTeammates } from '../access.ts'
import { isInternal } from '../list-conversations.ts'
import { presentInbox } from '../rows.ts'
import { findByContactOrTitle } from './find-by-contact-or-title.ts'
import { findByMessage } from './find-by-message.ts'
import type { Hit, Hits, Search } from './hits.ts'
import { matchesOf } from './matches.ts'

/** The most results, over all pages. */
const MAX_FOUND = 1000
const SEARCH_MS = 2000

/** Concurrent searches of this process; one organization cannot occupy all of them. */
const turns = createFairLimit({ total: 6, perKey: 3, waitingPerKey: 30 })

/**
 * Conversations of teammates that the caller sees, in whose contact, title or message all of the words occur. It is bounded
 * in every way: by what a statement looks at, by the time, and by how many run at once. What was found until then is the
 * answer, which says that it is not all.
 */
export async function searchConversations(
  ctx: MemberContext,
  { q, page, limit, channel_category, ai_employee_id }: ConversationSearch,
  caller: AbortSignal,
): Promise<FoundConversations> {
  const before = (page - 1) * limit
  const nothing = { data: [], page, limit, hasMore: false, truncated: false }
  if (before >= MAX_FOUND) return nothing
  const time = AbortSignal.timeout(SEARCH_MS)
  const signal = AbortSignal.any([caller, time])
  using _turn = await turns.enter(ctx.organization.id, signal)
  const words = wordsOf(q)
  const found: Hits = { hits: [], isWhole: false }
  try {
    await readWithin(ctx, { signal, timeoutMs: SEARCH_MS }, async (ctx) => {
      const seen = await listSeenTeammates(ctx, ai_employee_id)
      const category = isInternal[channel_category]
      const scope = and(
        eq(conversations.organization_id, ctx.organization.id),
        isAny(conversations.employee_id, seen),
        isNotNull(conversations.last_message_at),
        sql`${conversations.deleted_at} is null`,
        category === undefined ? undefined : eq(conversations.is_internal, category),
      )
      if (seen.length > 0) await find(ctx, { words, seen, scope }, before + limit + 1, found)
      else found.isWhole = true
    })
  } catch (error) {
    caller.throwIfAborted()
    if (!time.aborted) throw error
  }
  const hits = found.hits.slice(before, before + limit)
  const hasMore = found.hits.length > before + limit
  return { ...nothing, data: await present(ctx, hits, words.folded), hasMore, truncated: !hasMore && !found.isWhole }
}

/** Matches of contact and title first, because short queries mostly mean these; each conversation once. */
async function find(ctx: MemberContext, search: Search, wanted: number, found: Hits): Promise<void> {
  const named = await findByContactOrTitle(ctx, search, wanted)
  found.hits.push(...named.hits)
  if (found.hits.length >= wanted) return
  const known = named.hits.map(({ conversation_id }) => conversation_id)
  const byMessage = await findByMessage(ctx, search, { known, wanted: wanted - known.length })
  found.hits.push(...byMessage.hits)
  found.isWhole = named.isWhole && byMessage.isWhole
}

async function present(ctx: MemberContext, hits: Hit[], words: readonly string[]): Promise<FoundConversation[]> {
  const [rows, matches] = await Promise.all([
    presentInbox(
      ctx,
      hits.map(({ conversation_id }) => conversation_id),
    ),
    matchesOf(ctx, hits, words),
  ])
  return hits.flatMap(({ conversation_id }, index) => {
    const row = rows.find(({ id }) => id === conversation_id)
    const match = matches[index]
    return row && match ? [{ ...row, match }] : []
  })
}
