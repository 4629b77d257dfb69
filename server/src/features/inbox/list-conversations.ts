import { type SQL, sql } from 'drizzle-orm'
import type { InboxConversation, InboxCounts, InboxQuery } from '#contracts/inbox.ts'
import { INBOX_FILTERS, type InboxFilter } from '#contracts/inbox-names.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { countConversations } from '../conversations/count-conversations.ts'
import { conversations, inboxCounts } from '../conversations/table.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { attendedTeammates } from '../teammates/access.ts'
import { aiEmployees } from '../teammates/table.ts'
import { inboxRows, presentRow } from './rows.ts'

export type Listed = {
  data: InboxConversation[]
  page: number
  limit: number
  total: number
  hasMore: boolean
  meta: { counts: InboxCounts }
}

/** Undefined: both colleagues' chats and those of customers. */
export const isInternal = { all: undefined, external: false, internal: true } as const

/** A page of the inbox, the latest first. How many there are is known from the counts, so nothing is counted for it. */
export async function listConversations(ctx: MemberContext, query: InboxQuery): Promise<Listed> {
  const { page, limit, filter, channel_category, ai_employee_id } = query
  const before = (page - 1) * limit
  const read = statements[isAdmin(ctx.role) ? 'admin' : 'member'][filter ?? 'every']
  const values = {
    organization_id: ctx.organization.id,
    user_id: ctx.user.id,
    employee_id: ai_employee_id ?? null,
    with_internal: channel_category !== 'external',
    with_external: channel_category !== 'internal',
  }
  const [counts, rows] = await Promise.all([
    countConversations(ctx, { is_internal: isInternal[channel_category], employee_id: ai_employee_id }),
    before === 0 && limit === USUAL
      ? read.first(ctx.db, values)
      : read.any(ctx.db, { ...values, end: before + limit, before, limit }),
  ])
  const total = filter ? counts[filter] : counts.my + counts.human + counts.ai
  return { data: rows.map(presentRow), page, limit, total, hasMore: before + limit < total, meta: { counts } }
}

type Whose = { organization_id: SQL; user_id: SQL; employee_id: SQL; with_internal: SQL; with_external: SQL }
type Which = { end: SQL; before: SQL; limit: SQL }
type Role = 'admin' | 'member'

/**
 * Reads the newest of each teammate that has conversations from the index that has them in order, and puts those together: one
 * look-up a teammate, however many conversations the organization has, and none for thousands of teammates without any, for each
 * of which the database would read the whole table when a page is far. Rows are read of the page alone: for a far page, more
 * than that is passed over in the index.
 */
const pageOf = (role: Role, filter: InboxFilter | 'every', whose: Whose, { end, before, limit }: Which) =>
  inboxRows(
    whose.organization_id,
    sql`
    select shown.* from (
      select newest.id from (
        select distinct ${inboxCounts.employee_id}, ${inboxCounts.is_internal}
        from ${inboxCounts} join ${aiEmployees} on ${aiEmployees.id} = ${inboxCounts.employee_id}
        where ${inboxCounts.organization_id} = ${whose.organization_id}
          and ${attendedTeammates({ organization: { id: whose.organization_id }, user: { id: whose.user_id }, role })}
          and (${whose.employee_id} is null or ${inboxCounts.employee_id} = ${whose.employee_id})
          and case when ${inboxCounts.is_internal} then ${whose.with_internal} else ${whose.with_external} end
      ) as seen
      cross join lateral (
        select ${conversations.id}, ${conversations.last_message_at} from ${conversations}
        where ${conversations.organization_id} = ${whose.organization_id} and ${conversations.employee_id} = seen.employee_id
          and ${conversations.is_internal} = seen.is_internal and ${conversations.deleted_at} is null
          and ${conversations.last_message_at} is not null and ${bucketsFor(whose.user_id)[filter]}
        order by ${conversations.last_message_at} desc, ${conversations.id} desc
        limit ${end}
      ) as newest
      order by newest.last_message_at desc, newest.id desc
      limit ${limit} offset ${before}
    ) as listed
    cross join lateral (select * from ${conversations} where ${conversations.id} = listed.id limit 1) as shown`,
  )

const whose = {
  organization_id: 'uuid',
  user_id: 'uuid',
  employee_id: 'uuid?',
  with_internal: 'boolean',
  with_external: 'boolean',
} as const

/** How many rows a page has by default. */
const USUAL = 20
const usual = sql.raw(String(USUAL))

/**
 * The page that everyone opens, and any other. With the limits as literals in the statement, the database trusts its plan for
 * any values and makes none for each request, which took longer than the reading.
 */
const readPage = (role: Role, filter: InboxFilter | 'every') => ({
  first: defineStatement(`inbox_first_page_${filter}_of_${role}`, whose, (p) =>
    pageOf(role, filter, p, { end: usual, before: sql.raw('0'), limit: usual }),
  ),
  any: defineStatement(`inbox_page_${filter}_of_${role}`, { ...whose, end: 'int', before: 'int', limit: 'int' }, (p) =>
    pageOf(role, filter, p, p),
  ),
})

const { assigned_user_id: owner, unanswered_since, status } = conversations

/** The same rule by which the counts are kept. */
export const bucketsFor = (user_id: SQL): Record<InboxFilter | 'every', SQL> => ({
  every: sql`true`,
  my: sql`${owner} is not null and ${owner} = ${user_id}`,
  human: sql`${owner} is not null and ${owner} <> ${user_id}`,
  waiting: sql`${owner} is not null and ${unanswered_since} is not null`,
  escalated: sql`${owner} is null and ${status} = 'waiting_for_operator'`,
  ai: sql`${owner} is null`,
})

type Statement = ReturnType<typeof readPage>

function statementsOf(role: Role): Record<InboxFilter | 'every', Statement> {
  const each = (['every', ...INBOX_FILTERS] as const).map((filter) => [filter, readPage(role, filter)])
  return Object.fromEntries(each)
}

const statements = { admin: statementsOf('admin'), member: statementsOf('member') }
