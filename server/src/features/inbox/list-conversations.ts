import { type SQL, sql } from 'drizzle-orm'
import type { InboxConversation, InboxCounts, InboxQuery } from '#contracts/inbox.ts'
import { INBOX_FILTERS, type InboxFilter } from '#contracts/inbox-names.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { countConversations } from '../conversations/count-conversations.ts'
import { conversations } from '../conversations/table.ts'
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
  const [counts, rows] = await Promise.all([
    countConversations(ctx, { is_internal: isInternal[channel_category], employee_id: ai_employee_id }),
    read(ctx.db, {
      organization_id: ctx.organization.id,
      user_id: ctx.user.id,
      employee_id: ai_employee_id ?? null,
      with_internal: channel_category !== 'external',
      with_external: channel_category !== 'internal',
      end: before + limit,
      before,
      limit,
    }),
  ])
  const total = filter ? counts[filter] : counts.my + counts.human + counts.ai
  return { data: rows.map(presentRow), page, limit, total, hasMore: before + limit < total, meta: { counts } }
}

/**
 * Reads the newest of each teammate from the index that has them in order, and puts those together: one look-up a
 * teammate, however many conversations the organization has.
 */
const readPage = (role: 'admin' | 'member', filter: InboxFilter | 'every') =>
  defineStatement(
    `inbox_page_${filter}_of_${role}`,
    {
      organization_id: 'uuid',
      user_id: 'uuid',
      employee_id: 'uuid?',
      with_internal: 'boolean',
      with_external: 'boolean',
      end: 'int',
      before: 'int',
      limit: 'int',
    },
    (p) =>
      inboxRows(
        p.organization_id,
        sql`
    select newest.* from (
      select ${aiEmployees.id} from ${aiEmployees}
      where ${attendedTeammates({ organization: { id: p.organization_id }, user: { id: p.user_id }, role })}
        and (${p.employee_id} is null or ${aiEmployees.id} = ${p.employee_id})
    ) as seen
    cross join (
      select * from (values (true, ${p.with_internal}), (false, ${p.with_external})) as category(is_internal, is_wanted)
      where is_wanted
    ) as category
    cross join lateral (
      select * from ${conversations}
      where ${conversations.organization_id} = ${p.organization_id} and ${conversations.employee_id} = seen.id
        and ${conversations.is_internal} = category.is_internal and ${conversations.deleted_at} is null
        and ${conversations.last_message_at} is not null and ${bucketsFor(p.user_id)[filter]}
      order by ${conversations.last_message_at} desc, ${conversations.id} desc
      limit ${p.end}
    ) as newest
    order by newest.last_message_at desc, newest.id desc
    limit ${p.limit} offset ${p.before}`,
      ),
  )

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

function statementsOf(role: 'admin' | 'member'): Record<InboxFilter | 'every', Statement> {
  const each = (['every', ...INBOX_FILTERS] as const).map((filter) => [filter, readPage(role, filter)])
  return Object.fromEntries(each)
}

const statements = { admin: statementsOf('admin'), member: statementsOf('member') }
