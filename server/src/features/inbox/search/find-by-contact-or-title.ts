import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { contains, containsByIndex, containsByIndexes, folded, hasTrigram } from '#platform/db/folded-text.ts'
import { contactChannels, contacts } from '../../contacts/table.ts'
import { conversations } from '../../conversations/table.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { memberships } from '../../organizations/table.ts'
import { users } from '../../users/table.ts'
import type { Hit, Hits, Search } from './hits.ts'

/** The limit of matches from each index: contacts, channels, and titles. */
const MAX_MATCHES = 3000
/** The latest conversations of each teammate, looked through where the indexes find more than that, or know nothing. */
const LATEST = 300

type Found = { conversation_id: string; source: 'contact' | 'title' }

/** Conversations with a contact or a title that has the words, the latest first. */
export async function findByContactOrTitle(ctx: MemberContext, search: Search, wanted: number): Promise<Hits> {
  if (!search.words.folded.some(hasTrigram)) return amongLatest(ctx, search, wanted)
  const { rows } = await ctx.db.execute<{ is_whole: boolean; found: Found[] | null }>(sql`
    with matching as materialized (${matchingContacts(ctx, search)}), titled as materialized (${matchingTitles(ctx, search)})
    select ${areFew(sql`matching`)} and ${areFew(sql`titled`)} as is_whole,
      (select json_agg(found) from (
        select conversation_id, min(source) as source from (
          select latest.id as conversation_id, latest.last_message_at, 'contact' as source
          from (select id from matching where ${areFew(sql`matching`)}) as matching
          cross join lateral (
            select ${conversations.id}, ${conversations.last_message_at} from ${conversations}
            where ${conversations.contact_channel_id} = matching.id and ${search.scope}
            order by ${conversations.last_message_at} desc, ${conversations.id} desc limit ${wanted}) as latest
          union all
          select id, last_message_at, 'title' from titled where ${areFew(sql`titled`)}) as each
        group by conversation_id, last_message_at
        order by last_message_at desc, conversation_id desc limit ${wanted}) as found) as found`)
  const [row] = rows
  const hits = (row?.found ?? []).map(hitOf)
  if (row?.is_whole) return { hits, isWhole: true }
  const latest = await amongLatest(ctx, search, wanted)
  const known = new Set(latest.hits.map(({ conversation_id }) => conversation_id))
  const others = hits.filter(({ conversation_id }) => !known.has(conversation_id))
  return { hits: [...latest.hits, ...others].slice(0, wanted), isWhole: latest.isWhole }
}

const areFew = (found: SQL): SQL => sql`(select count(*) from ${found}) <= ${MAX_MATCHES}`

const hitOf = ({ conversation_id, source }: Found): Hit => ({ conversation_id, by: { source } })

/** Contact channels whose contact or colleague matches by name, email, phone or id. */
const matchingContacts = ({ organization }: MemberContext, { words }: Search): SQL => sql`
  select id from (
    (select ${contactChannels.id} from (
      select ${contacts.id} from ${contacts}
      where ${contacts.organization_id} = ${organization.id} and ${containsByIndex(contacts.searched, words)}
      limit ${MAX_MATCHES + 1}) as named
    join ${contactChannels} on ${contactChannels.organization_id} = ${organization.id}
      and ${contactChannels.contact_id} = named.id)
    union
    (select ${contactChannels.id} from ${contactChannels}
    where ${contactChannels.organization_id} = ${organization.id} and ${containsByIndex(contactChannels.searched, words)}
    limit ${MAX_MATCHES + 1})
    union
    (select ${contactChannels.id} from ${memberships}
    join ${users} on ${users.id} = ${memberships.user_id}
    join ${contactChannels} on ${contactChannels.organization_id} = ${organization.id}
      and ${contactChannels.channel} = 'employee_chat' and ${contactChannels.channel_name} = ''
      and ${contactChannels.external_id} = ${users.id}::text
    where ${memberships.organization_id} = ${organization.id} and ${contains(nameOfUser, words)})
  ) as channels limit ${MAX_MATCHES + 1}`

const nameOfUser = folded(sql`coalesce(${users.name}, '') || ' ' || ${users.email}`)
const shownTitle = folded(sql`coalesce(${conversations.title}, ${conversations.temporary_title})`)

const matchingTitles = ({ organization }: MemberContext, { words, scope }: Search): SQL => sql`
  select ${conversations.id}, ${conversations.last_message_at} from ${conversations}
  where ${conversations.organization_id} = ${organization.id} and ${conversations.title} is not null
    and (${containsByIndexes(conversations.title, conversations.folded_title, words)}) and ${scope}
  limit ${MAX_MATCHES + 1}`

/** The latest conversations, one by one, including temporary titles. */
async function amongLatest(ctx: MemberContext, search: Search, wanted: number): Promise<Hits> {
  const { words, seen, scope } = search
  const isNamed = sql`coalesce(${contains(contacts.searched, words)} or ${contains(contactChannels.searched, words)}
    or ${contains(nameOfUser, words)}, false)`
  const { rows } = await ctx.db.execute<{ looked_at: number; found: Found[] | null }>(sql`
    with latest as materialized (
      select each.* from unnest(${sql.param(seen)}::uuid[]) as teammate(id)
      cross join (values (true), (false)) as category(is_internal)
      cross join lateral (
        select ${conversations.id}, ${conversations.last_message_at}, ${conversations.contact_channel_id},
          ${shownTitle} as title
        from ${conversations}
        where ${and(
          eq(conversations.employee_id, sql`teammate.id`),
          eq(conversations.is_internal, sql`category.is_internal`),
          isNull(conversations.deleted_at),
          scope,
        )}
        order by ${conversations.last_message_at} desc, ${conversations.id} desc limit ${LATEST}) as each
      order by each.last_message_at desc, each.id desc limit ${LATEST})
    select (select count(*)::int from latest) as looked_at,
      (select json_agg(found) from (
        select latest.id as conversation_id, case when is_named then 'contact' else 'title' end as source
        from latest
        cross join lateral (
          select ${isNamed} as is_named from ${contactChannels}
          join ${contacts} on ${contacts.id} = ${contactChannels.contact_id}
          left join ${users} on ${users.id} = ${contactChannels.user_id}
          where ${contactChannels.id} = latest.contact_channel_id limit 1) as contact
        where is_named or ${contains(sql`latest.title`, words)}
        order by latest.last_message_at desc, latest.id desc limit ${wanted}) as found) as found`)
  const [row] = rows
  const hits = (row?.found ?? []).map(hitOf)
  return { hits, isWhole: hits.length >= wanted || (row?.looked_at ?? 0) < LATEST }
}
