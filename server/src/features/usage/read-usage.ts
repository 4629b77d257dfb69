import { type SQL, sql } from 'drizzle-orm'
import { OTHER_ASSISTANTS, OTHER_GROUPS, type UsageGroup } from '#contracts/usage-names.ts'
import { isAdmin } from '../organizations/access.ts'
import type { MemberContext } from '../organizations/context.ts'
import { visibleTeammates } from '../teammates/access.ts'
import { aiEmployees } from '../teammates/table.ts'
import { histogramBucket } from './aggregate-usage.ts'
import { usageCounters, usagePending } from './table.ts'

/** Of more groups than these the cheapest are shown as one. */
const MAX_GROUPS = 500

export type Range = { from: string; to: string }

/** What runs of one group and one power of two used. */
export type UsageRow = {
  /** Empty where a run has none. */
  key: string
  power: number | null
  runs: number
  failed: number
  cancelled: number
  input_tokens: number
  output_tokens: number
  cached_input_tokens: number
  usd_cost: number
  listened_ms: number
  spoken_ms: number
  speech_usd_cost: number
  duration_ms: number
  least_ms: number | null
  most_ms: number | null
}

/** Chats with a personal assistant are internal chats that are called otherwise, as in the logs. */
const keys = ({ user }: MemberContext): Record<UsageGroup, SQL> => ({
  teammate: sql`case when ${aiEmployees.owned_by_user_id} <> ${user.id} then ${OTHER_ASSISTANTS} else counted.employee_id::text end`,
  model: sql`counted.model`,
  channel: sql`case when ${aiEmployees.owned_by_user_id} is not null and counted.channel = 'employee_chat' then 'ally_chat'
    else coalesce(counted.channel, 'api') end`,
  workflow: sql`counted.workflow_id::text`,
  day: sql`counted.day::text`,
})

/**
 * What was counted and what is not yet: in one statement, so that nothing that is being folded is seen twice or not at all.
 * Members see the usage of teammates whose runs they see in the logs. To admins it is the bill of the organization: other
 * people's assistants are in it, as one.
 */
export async function readUsage(ctx: MemberContext, { from, to }: Range, group: UsageGroup): Promise<UsageRow[]> {
  const organization_id = ctx.organization.id
  const ofRange = sql`organization_id = ${organization_id} and day between ${from}::date and ${to}::date`
  const seen = isAdmin(ctx.role) ? sql`true` : visibleTeammates(ctx)
  const common = sql`day, employee_id, workflow_id, channel, model, failed, cancelled, input_tokens, output_tokens,
    cached_input_tokens, usd_cost, listened_ms, spoken_ms, speech_usd_cost, runs`
  const { rows } = await ctx.db.execute<UsageRow>(sql`
    with counted as (
      select ${common}, duration_power as power, duration_ms, least_ms, most_ms from ${usageCounters} where ${ofRange}
      union all
      select ${common}, ${histogramBucket(sql`duration_ms`)}, coalesce(duration_ms, 0), duration_ms, duration_ms
      from ${usagePending} where ${ofRange}
    ), keyed as (
      select coalesce(${keys(ctx)[group]}, '') as key, counted.*
      from counted left join ${aiEmployees} on ${aiEmployees.id} = counted.employee_id
      where ${seen}
    ), ranked as (
      select key, row_number() over (order by sum(usd_cost) desc, sum(runs) desc, key) as place from keyed group by key
    )
    select case when place > ${MAX_GROUPS} then ${OTHER_GROUPS} else keyed.key end as key, power, sum(runs)::float8 as runs,
      sum(failed)::float8 as failed, sum(cancelled)::float8 as cancelled, sum(input_tokens)::float8 as input_tokens,
      sum(output_tokens)::float8 as output_tokens, sum(cached_input_tokens)::float8 as cached_input_tokens,
      sum(usd_cost)::float8 as usd_cost, sum(listened_ms)::float8 as listened_ms, sum(spoken_ms)::float8 as spoken_ms,
      sum(speech_usd_cost)::float8 as speech_usd_cost, sum(duration_ms)::float8 as duration_ms, min(least_ms)::float8 as least_ms,
      max(most_ms)::float8 as most_ms
    from keyed join ranked on ranked.key = keyed.key
    group by 1, 2`)
  return rows
}
