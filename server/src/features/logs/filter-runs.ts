import { and, desc, eq, gte, inArray, isNull, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { RunFilter } from '#contracts/logs.ts'
import type { RunStatus } from '#contracts/runs.ts'
import { toJson } from '#platform/db/columns.ts'
import { isAny } from '#platform/db/is-any.ts'
import type { MemberContext } from '../organizations/context.ts'
import { durationOf, runSteps, runs, tokensOf } from '../runs/table.ts'
import { aiEmployees } from '../teammates/table.ts'
import { conversationsOfContact } from './conversations-of-contact.ts'

/** So many of the newest runs that fit otherwise are asked for what no index knows. */
const MAX_ASKED = 2000

/** The runs of these that the filter lets through. Each condition has an index that begins with the organization. */
export async function filterRuns(ctx: MemberContext, within: SQL | undefined, filter: RunFilter): Promise<SQL> {
  const { status, statuses = [], run_id, conversation_id, contact_id, channel, ai_employee_id } = filter
  const { initiator_user_id, workflow_id, trigger_id, model } = filter
  const { currentStepId, 'runtimeContext.isAsync': isAsync, ...state } = filter.state ?? {}
  const found = and(
    within,
    run_id ? eq(runs.id, run_id) : undefined,
    conversation_id ? eq(runs.conversation_id, conversation_id) : undefined,
    contact_id ? await ofContact(ctx, contact_id) : undefined,
    isOneOf(status ? [status, ...statuses] : statuses),
    channel ? isOfChannel(ctx, channel) : undefined,
    ai_employee_id ? eq(runs.employee_id, ai_employee_id) : undefined,
    initiator_user_id ? eq(runs.user_id, initiator_user_id) : undefined,
    workflow_id ? eq(runs.workflow_id, workflow_id) : undefined,
    trigger_id ? eq(runs.trigger_id, trigger_id) : undefined,
    model ? eq(runs.model, model) : undefined,
    ...Object.entries(state).map(([key, value]) => hasState(key, value)),
    ...inRanges(filter),
  )
  const asked = [
    currentStepId === undefined ? undefined : eq(currentStepOf(runs.id), currentStepId),
    isAsync === undefined ? undefined : eq(sql`${runs.is_async}::text`, isAsync),
  ].filter((condition) => condition !== undefined)
  return (asked.length > 0 ? await amongNewest(ctx, found, and(...asked)) : found) ?? sql`true`
}

const isOneOf = (statuses: RunStatus[]) => (statuses.length > 0 ? inArray(runs.status, statuses) : undefined)

/**
 * What belongs to no conversation came in over the API. A chat with a personal assistant is kept as any internal chat, and
 * is distinguished from one by its teammate.
 */
function isOfChannel(ctx: MemberContext, channel: string): SQL | undefined {
  if (channel === 'api') return or(eq(runs.channel, channel), isNull(runs.channel))
  if (channel !== 'ally_chat' && channel !== 'employee_chat') return eq(runs.channel, channel)
  const ofPerson = and(
    eq(aiEmployees.organization_id, ctx.organization.id),
    eq(aiEmployees.owned_by_user_id, ctx.user.id),
  )
  const own = ctx.db.select({ id: aiEmployees.id }).from(aiEmployees).where(ofPerson)
  const isOwn = channel === 'ally_chat' ? inArray(runs.employee_id, own) : notInArray(runs.employee_id, own)
  return and(eq(runs.channel, 'employee_chat'), isOwn)
}

/** Asked for first: a plan that had to guess how many conversations these are would walk through all runs. */
async function ofContact(ctx: MemberContext, contact_id: string) {
  const ids = await conversationsOfContact(ctx, contact_id)
  const alone = and(eq(runs.contact_id, contact_id), isNull(runs.conversation_id))
  return ids.length > 0 ? or(isAny(runs.conversation_id, ids), alone) : alone
}

/** A run has ended after it was created, so the walk through the runs may begin where the range ends. */
function inRanges({ started, ended, duration, tokens, cost }: RunFilter): (SQL | undefined)[] {
  return [
    started?.from && gte(runs.created_at, started.from),
    started?.to && lt(runs.created_at, started.to),
    ended?.from && gte(runs.completed_at, ended.from),
    ended?.to && and(lt(runs.completed_at, ended.to), lte(runs.created_at, ended.to)),
    between(durationOf(runs), duration),
    // Of whole numbers the index has no others.
    between(tokensOf(runs), tokens && { from: whole(tokens.from), to: whole(tokens.to) }, 'bigint'),
    between(sql`${runs.usd_cost}`, cost),
  ]
}

type Amounts = { from: number | undefined; to: number | undefined }

function between(value: SQL, range: Amounts | undefined, type: 'numeric' | 'bigint' = 'numeric'): SQL | undefined {
  const as = sql.raw(type)
  return and(
    range?.from === undefined ? undefined : sql`${value} >= ${range.from}::${as}`,
    range?.to === undefined ? undefined : sql`${value} < ${range.to}::${as}`,
  )
}

const whole = (amount: number | undefined) => (amount === undefined ? undefined : Math.ceil(amount))

function hasState(key: string, value: string): SQL | undefined {
  if (key === 'error') return and(eq(runs.status, 'failed'), eq(runs.error, value))
  if (key === 'runtimeContext.userId') return z.uuid().safeParse(value).success ? eq(runs.user_id, value) : sql`false`
  const asked = [value, ...readings(value)].map((each) => sql`${runs.state} @> ${toJson({ [key]: each })}::jsonb`)
  return or(...asked)
}

/** What the text may also have been when a flow wrote it. */
function readings(value: string): (number | boolean)[] {
  if (value === 'true' || value === 'false') return [value === 'true']
  const number = Number(value)
  return value.trim() !== '' && String(number) === value ? [number] : []
}

/** Asked once, not for the page and for the count. */
async function amongNewest(ctx: MemberContext, found: SQL | undefined, asked: SQL | undefined): Promise<SQL> {
  const newest = ctx.db
    .select({ id: runs.id })
    .from(runs)
    .where(found)
    .orderBy(desc(runs.created_at), desc(runs.id))
    .limit(MAX_ASKED)
    .as('newest')
  const fitting = await ctx.db.select({ id: runs.id }).from(newest).innerJoin(runs, eq(runs.id, newest.id)).where(asked)
  return isAny(
    runs.id,
    fitting.map(({ id }) => id),
  )
}

/** The last step of its own flow that a run has begun. */
export const currentStepOf = (run_id: AnyPgColumn): SQL<string | null> => sql`(
  select ${runSteps.step_id} from ${runSteps} where ${runSteps.run_id} = ${run_id} and ${runSteps.cursor} = ''
  order by ${runSteps.seq} desc limit 1)`
