import { type SQL, sql } from 'drizzle-orm'
import type { InboxQuery } from '#contracts/inbox.ts'
import { INBOX_FILTERS, type InboxFilter } from '#contracts/inbox-names.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { countConversations } from '../../conversations/count-conversations.ts'
import { conversations } from '../../conversations/table.ts'
import { isAdmin } from '../../organizations/access.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { attendedTeammates } from '../../teammates/access.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { bucketsFor, isInternal, type Listed } from '../list-conversations.ts'
import { inboxRows, presentRow } from '../rows.ts'
import { conversationLabels } from './table.ts'

type Filter = InboxFilter | 'every'
type LabelledQuery = Omit<InboxQuery, 'label_id'> & { label_id: string }

/** Counting further would be slow and of no use. */
const COUNTED = 10_000

/** A page of the inbox with the conversations of one label, in statements of its own: the others cost what they did. */
export async function listLabelled(ctx: MemberContext, query: LabelledQuery): Promise<Listed> {
  const { page, limit, filter, channel_category, ai_employee_id } = query
  const before = (page - 1) * limit
  const { read, count } = statements[isAdmin(ctx.role) ? 'admin' : 'member'][filter ?? 'every']
  const scope = {
    organization_id: ctx.organization.id,
    user_id: ctx.user.id,
    label_id: query.label_id,
    employee_id: ai_employee_id ?? null,
    with_internal: channel_category !== 'external',
    with_external: channel_category !== 'internal',
  }
  const [counts, rows, [counted]] = await Promise.all([
    countConversations(ctx, { is_internal: isInternal[channel_category], employee_id: ai_employee_id }),
    read(ctx.db, { ...scope, end: before + limit, before, limit }),
    count(ctx.db, scope),
  ])
  const total = counted?.total ?? 0
  const isCapped = total > COUNTED
  return {
    data: rows.map(presentRow),
    page,
    limit,
    total: Math.min(total, COUNTED),
    hasMore: isCapped ? rows.length === limit : before + limit < total,
    ...(isCapped && { total_capped: true as const }),
    meta: { counts },
  }
}

const scopeParameters = {
  organization_id: 'uuid',
  user_id: 'uuid',
  label_id: 'uuid',
  employee_id: 'uuid?',
  with_internal: 'boolean',
  with_external: 'boolean',
} as const
type Scope = { readonly [Name in keyof typeof scopeParameters]: SQL }

const readPage = (role: 'admin' | 'member', filter: Filter) =>
  defineStatement(
    `labelled_page_${filter}_of_${role}`,
    { ...scopeParameters, end: 'int', before: 'int', limit: 'int' },
    (p) =>
      inboxRows(
        p.organization_id,
        sql`
    select newest.* from ${seen(p, role)} cross join lateral (
      select ${conversations}.* from ${labelled(p, filter)}
      order by ${orderOf(filter)} limit ${p.end}
    ) as newest
    order by newest.last_message_at desc, newest.id desc
    limit ${p.limit} offset ${p.before}`,
      ),
  )

const countAll = (role: 'admin' | 'member', filter: Filter) =>
  defineStatement(
    `labelled_count_${filter}_of_${role}`,
    scopeParameters,
    (p) => sql<{ total: number }>`
    select count(*)::int as total from (
      select 1 from ${seen(p, role)} cross join lateral (select 1 from ${labelled(p, filter)}) as each
      limit ${sql.raw(`${COUNTED + 1}`)}
    ) as counted`,
  )

/** The caller's view: teammates, each with chats of colleagues, of customers, or both. */
const seen = (p: Scope, role: 'admin' | 'member'): SQL => sql`(
      select ${aiEmployees.id} from ${aiEmployees}
      where ${attendedTeammates({ organization: { id: p.organization_id }, user: { id: p.user_id }, role })}
        and (${p.employee_id} is null or ${aiEmployees.id} = ${p.employee_id})
    ) as seen
    cross join (
      select * from (values (true, ${p.with_internal}), (false, ${p.with_external})) as category(is_internal, is_wanted)
      where is_wanted
    ) as category`

/** Few conversations need people: those are asked for the label. Of all others the label knows the order. */
const needsPeople = (filter: Filter): boolean => filter !== 'every' && filter !== 'ai'

const labelled = (p: Scope, filter: Filter): SQL =>
  needsPeople(filter)
    ? sql`${conversations}
      where ${conversations.organization_id} = ${p.organization_id} and ${conversations.employee_id} = seen.id
        and ${conversations.is_internal} = category.is_internal and ${conversations.deleted_at} is null
        and ${conversations.last_message_at} is not null and ${bucketsFor(p.user_id)[filter]}
        and exists (select 1 from ${conversationLabels}
          where ${conversationLabels.organization_id} = ${p.organization_id}
            and ${conversationLabels.conversation_id} = ${conversations.id}
            and ${conversationLabels.label_id} = ${p.label_id})`
    : sql`${conversationLabels} join ${conversations} on ${conversations.id} = ${conversationLabels.conversation_id}
      where ${conversationLabels.organization_id} = ${p.organization_id} and ${conversationLabels.label_id} = ${p.label_id}
        and ${conversationLabels.employee_id} = seen.id and ${conversationLabels.is_internal} = category.is_internal
        and ${conversationLabels.last_message_at} is not null and ${conversations.deleted_at} is null
        and ${bucketsFor(p.user_id)[filter]}`

const orderOf = (filter: Filter): SQL =>
  needsPeople(filter)
    ? sql`${conversations.last_message_at} desc, ${conversations.id} desc`
    : sql`${conversationLabels.last_message_at} desc, ${conversationLabels.conversation_id} desc`

function statementsOf(role: 'admin' | 'member') {
  const each = (['every', ...INBOX_FILTERS] as const).map((filter) => [
    filter,
    { read: readPage(role, filter), count: countAll(role, filter) },
  ])
  return Object.fromEntries(each) as Record<
    Filter,
    { read: ReturnType<typeof readPage>; count: ReturnType<typeof countAll> }
  >
}

const statements = { admin: statementsOf('admin'), member: statementsOf('member') }
