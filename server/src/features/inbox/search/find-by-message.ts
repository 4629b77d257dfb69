import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { contains, containsByIndex, hasTrigram } from '#platform/db/folded-text.ts'
import { isAny } from '#platform/db/is-any.ts'
import { conversations, messages, messageTexts } from '../../conversations/table.ts'
import type { MemberContext } from '../../organizations/context.ts'
import type { Hits, Search } from './hits.ts'

/** Messages scanned first: the newest ones fill a page with the matches of a common word. */
const NEWEST = 2000
/** Messages scanned when a common word has not filled the page. */
const FURTHER = 10_000
/** A word with fewer matches than this among the newest is looked up in the index. */
const RARE = NEWEST / 200
/** The most matches that are read from the index. */
const MAX_MATCHES = 5000
/** Up to this many teammates, the index is searched by teammate; with more, one search over all of them is faster. */
const FEW_TEAMMATES = 30

type Page = { known: string[]; wanted: number }
type Found = { message_id: string; conversation_id: string }
type Looked = { found: Found[]; matched: number; looked_at: number }

/**
 * Finds conversations by their newest message that contains the words. The trigram index returns matches unordered, so all must be
 * read to know the newest: fast for rare words, slow for common ones. The newest messages, which are scanned first, show how
 * common a word is, and have enough matches of a common one.
 */
export async function findByMessage(ctx: MemberContext, search: Search, page: Page): Promise<Hits> {
  const newest = await look(ctx, search, page, amongNewest(ctx, search, NEWEST))
  if (isEnough(newest, page) || newest.looked_at < NEWEST) return hitsOf(newest, newest.looked_at < NEWEST)
  if (!search.words.folded.some(hasTrigram)) return hitsOf(newest, false)
  const rest = newest.matched < RARE ? await look(ctx, search, page, byIndex(ctx, search)) : null
  if (rest && rest.matched <= MAX_MATCHES) return hitsOf(rest, true)
  const further = await look(ctx, search, page, amongNewest(ctx, search, FURTHER))
  const isWhole = further.looked_at < FURTHER
  if (!rest || isWhole || isEnough(further, page)) return hitsOf(further, isWhole)
  // The word was common only in older messages: some of the index's matches are better than none.
  const ids = new Set(further.found.map(({ conversation_id }) => conversation_id))
  const some = rest.found.filter(({ conversation_id }) => !ids.has(conversation_id))
  return hitsOf({ ...further, found: [...further.found, ...some].slice(0, page.wanted) }, false)
}

const isEnough = ({ found }: Looked, { wanted }: Page) => found.length >= wanted

const hitsOf = ({ found }: Looked, isWhole: boolean): Hits => ({
  hits: found.map(({ message_id, conversation_id }) => ({
    conversation_id,
    by: { source: 'message', id: message_id },
  })),
  isWhole,
})

/**
 * Scans `texts`, whose column `has_words` marks the matches. Conversations are looked up one at a time from the newest match
 * until the page is full, because a join would read all of them.
 */
async function look(ctx: MemberContext, { scope }: Search, { known, wanted }: Page, texts: SQL): Promise<Looked> {
  const isKnown = known.length > 0 ? sql`and not ${inArray(conversations.id, known)}` : sql``
  const { rows } = await ctx.db.execute<{ matched: number; looked_at: number; found: Found[] | null }>(sql`
    with looked as materialized (${texts}), matching as materialized (
      select distinct on (conversation_id) conversation_id, message_id from looked where has_words
      order by conversation_id, message_id desc)
    select (select count(*)::int from looked) as looked_at,
      (select count(*)::int from looked where has_words) as matched,
      (select json_agg(found) from (
        select matching.message_id, matching.conversation_id
        from (select * from matching order by message_id desc) as matching
        cross join lateral (select 1 from ${conversations}
          where ${conversations.id} = matching.conversation_id and ${scope} ${isKnown} limit 1) as conversation
        cross join lateral (select 1 from ${messages}
          where ${messages.id} = matching.message_id and ${messages.deleted_at} is null limit 1) as message
        order by matching.message_id desc limit ${wanted}) as found) as found`)
  const [row] = rows
  return { found: row?.found ?? [], matched: row?.matched ?? 0, looked_at: row?.looked_at ?? 0 }
}

const amongNewest = ({ organization }: MemberContext, { words, seen }: Search, count: number): SQL => sql`
  select message_id, conversation_id,
    ${isAny(sql`employee_id`, seen)} and (${contains(sql`text`, words)}) as has_words
  from (
    select ${messageTexts.message_id}, ${messageTexts.conversation_id}, ${messageTexts.employee_id}, ${messageTexts.text}
    from ${messageTexts} where ${messageTexts.organization_id} = ${organization.id}
    order by ${messageTexts.message_id} desc limit ${count}) as newest`

const byIndex = ({ organization }: MemberContext, { words, seen }: Search): SQL => sql`
  select ${messageTexts.message_id}, ${messageTexts.conversation_id}, true as has_words from ${messageTexts}
  where ${and(
    eq(messageTexts.organization_id, organization.id),
    containsByIndex(messageTexts.text, words),
    seen.length <= FEW_TEAMMATES
      ? isAny(messageTexts.employee_id, seen)
      : sql`${messageTexts.employee_id}::text = any(${sql.param(seen)}::text[])`,
  )} limit ${MAX_MATCHES + 1}`
