import { eq, type SQL, sql } from 'drizzle-orm'
import type { Role } from '#contracts/organizations.ts'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { attendedTeammates } from '../teammates/access.ts'
import { aiEmployees } from '../teammates/table.ts'
import { inboxCounts } from './table.ts'

type ConversationCounts = { my: number; human: number; waiting: number; escalated: number; ai: number }

export type Counted = { is_internal?: boolean | undefined; employee_id?: string | undefined }

const { assigned_user_id: owner } = inboxCounts

const sum = (column: SQL, where: SQL = sql`true`): SQL => sql`coalesce(sum(${column}) filter (where ${where}), 0)::int`

const countFor = (role: Role) =>
  defineStatement(
    `count_inbox_of_${role}`,
    { organization_id: 'uuid', user_id: 'uuid', is_internal: 'boolean?', employee_id: 'uuid?' },
    (p) => sql<ConversationCounts>`
    select ${sum(sql`${inboxCounts.conversations}`, sql`${owner} = ${p.user_id}`)} as my,
      ${sum(sql`${inboxCounts.conversations}`, sql`${owner} <> ${p.user_id}`)} as human,
      ${sum(sql`${inboxCounts.waiting}`)} as waiting,
      ${sum(sql`${inboxCounts.escalated}`)} as escalated,
      ${sum(sql`${inboxCounts.conversations}`, sql`${owner} is null`)} as ai
    from ${inboxCounts} join ${aiEmployees} on ${eq(aiEmployees.id, inboxCounts.employee_id)}
    where ${inboxCounts.organization_id} = ${p.organization_id}
      and (${p.is_internal} is null or ${inboxCounts.is_internal} = ${p.is_internal})
      and (${p.employee_id} is null or ${inboxCounts.employee_id} = ${p.employee_id})
      and ${attendedTeammates({ organization: { id: p.organization_id }, user: { id: p.user_id }, role })}`,
  )

const countAll = countFor('admin')
const countGranted = countFor('member')

/** Conversations of the teammates that the caller sees, by who has them. */
export async function countConversations(
  ctx: MemberContext,
  { is_internal, employee_id }: Counted,
): Promise<ConversationCounts> {
  const count = isAdmin(ctx.role) ? countAll : countGranted
  const [counts] = await count(ctx.db, {
    organization_id: ctx.organization.id,
    user_id: ctx.user.id,
    is_internal: is_internal ?? null,
    employee_id: employee_id ?? null,
  })
  return counts ?? { my: 0, human: 0, waiting: 0, escalated: 0, ai: 0 }
}

/** An organization's count changes are summed once they are this many rows. */
const MAX_ROWS = 256

/** Replaces many count changes by their sum. One statement, so that a reader sees either the changes or the sum. */
export async function addUpCounts(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`
    with taken as (
      delete from ${inboxCounts} where organization_id in (
        select organization_id from ${inboxCounts} group by organization_id
        having count(*) > ${MAX_ROWS}
          and count(*) > 2 * count(distinct (employee_id, is_internal, assigned_user_id)))
      returning *
    )
    insert into ${inboxCounts} (organization_id, employee_id, is_internal, assigned_user_id, conversations, waiting, escalated)
    select organization_id, employee_id, is_internal, assigned_user_id, sum(conversations), sum(waiting), sum(escalated)
    from taken group by 1, 2, 3, 4 having sum(conversations) <> 0`)
}
