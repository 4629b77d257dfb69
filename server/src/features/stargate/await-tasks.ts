import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { isAny } from '#platform/db/is-any.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../organizations/context.ts'
import { runSuspensions } from '../runs/table.ts'
import { taskCreated } from './events.ts'
import { type StargateTaskRow, stargateTasks } from './table.ts'
import { registerPoller } from './waiting-gateways.ts'

/**
 * A gateway that has not asked for so long is gone: a window, and time to come back. One without a name cannot be recognized
 * when it asks: what reached it stays its own until the task expires, because doing a thing twice is worse than late.
 */
const ALIVE_SECONDS = 90
/** So long an answer may take to leave; of a process that is lost meanwhile the tasks go to others. */
const LEAVING_SECONDS = 15
/** One gateway gets no more at once, and one by one where others wait beside it. */
const MAX_TASKS = 10

type Asked = { system: string; gateway?: string | undefined }

/** Tasks of a system as soon as there are some, or none after a minute. A system that hangs up gets none. */
export async function awaitTasks(ctx: OrgContext, asked: Asked, signal: AbortSignal): Promise<StargateTaskRow[]> {
  const until = Date.now() + ctx.ports.config.STARGATE_WINDOW_SECONDS * 1000
  if (asked.gateway !== undefined) await keepAlive(ctx, asked.system, asked.gateway)
  let woken = Promise.withResolvers<void>()
  using seat = registerPoller(ctx.ports, ctx.organization.id, asked.system, () => woken.resolve())
  while (!signal.aborted) {
    woken = Promise.withResolvers<void>()
    const tasks = await claim(ctx, asked, seat.isAlone ? MAX_TASKS : 1)
    if (tasks.length > 0 && signal.aborted) await handBack(ctx, tasks)
    if (tasks.length > 0) return tasks
    if (!(await isWoken(woken.promise, until - Date.now(), signal))) break
  }
  return []
}

/** False where the time is over or the gateway has left. */
async function isWoken(woken: Promise<void>, withinMs: number, signal: AbortSignal): Promise<boolean> {
  if (withinMs <= 0) return false
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const over = sleep(withinMs, false, { signal: either, ref: false }).catch(() => false)
  try {
    return await Promise.race([woken.then(() => true), over])
  } finally {
    stop.abort()
  }
}

/**
 * Claims tasks for a gateway, oldest first. Tasks of stopped runs have no suspension any more and are skipped. One
 * statement, so that two gateways never get the same task.
 */
const claimTasks = defineStatement(
  'claim_stargate_tasks',
  {
    organization_id: 'uuid',
    system: 'text',
    gateway: 'text?',
    alive_until: 'timestamptz',
    now: 'timestamptz',
    limit: 'int',
  },
  (p) => sql<StargateTaskRow>`
  with chosen as (
    select id from ${stargateTasks}
    where organization_id = ${p.organization_id} and system = ${p.system} and status = 'created' and expires_at > ${p.now}
      and exists (select 1 from ${runSuspensions}
        where run_suspensions.run_id = stargate_tasks.run_id and run_suspensions.seq = stargate_tasks.seq)
    order by id limit ${p.limit} for update skip locked
  )
  update ${stargateTasks} set status = 'requested', gateway = ${p.gateway}, updated_at = ${p.now},
    alive_until = ${p.alive_until}, is_leaving = true
  from chosen where stargate_tasks.id = chosen.id
  returning stargate_tasks.*`,
)

async function claim(ctx: OrgContext, { system, gateway }: Asked, limit: number): Promise<StargateTaskRow[]> {
  const rows = await claimTasks(ctx.db, {
    organization_id: ctx.organization.id,
    system,
    gateway: gateway ?? null,
    alive_until: inSeconds(ctx, LEAVING_SECONDS),
    now: ctx.now(),
    limit,
  })
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

const inSeconds = ({ now }: OrgContext, seconds: number) => new Date(now().getTime() + seconds * 1000)

const stillOut = (tasks: StargateTaskRow[]) =>
  and(
    isAny(
      stargateTasks.id,
      tasks.map(({ id }) => id),
    ),
    eq(stargateTasks.status, 'requested'),
    eq(stargateTasks.is_leaving, true),
  )

/** They have left: from now on the system that took them has time to do them. */
export async function confirmDelivery(ctx: OrgContext, tasks: StargateTaskRow[]): Promise<void> {
  await ctx.db
    .update(stargateTasks)
    .set({
      is_leaving: false,
      alive_until: sql`case when ${stargateTasks.gateway} is not null then ${inSeconds(ctx, ALIVE_SECONDS).toISOString()}::timestamptz end`,
    })
    .where(stillOut(tasks))
}

/** For a gateway that hung up before it got them: the next one gets them at once. */
export function handBack(ctx: OrgContext, tasks: StargateTaskRow[]): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const back = await ctx.db
      .update(stargateTasks)
      .set({ status: 'created', gateway: null, alive_until: null, is_leaving: false, updated_at: ctx.now() })
      .where(stillOut(tasks))
      .returning({ system: stargateTasks.system })
    for (const { system } of back) await ctx.emit(taskCreated, { organization_id: ctx.organization.id, system })
  })
}

/** What it works on stays its own, as long as it asks; what never reached it does not. */
async function keepAlive(ctx: OrgContext, system: string, gateway: string): Promise<void> {
  await ctx.db
    .update(stargateTasks)
    .set({ alive_until: inSeconds(ctx, ALIVE_SECONDS) })
    .where(
      and(
        eq(stargateTasks.organization_id, ctx.organization.id),
        eq(stargateTasks.system, system),
        eq(stargateTasks.gateway, gateway),
        eq(stargateTasks.status, 'requested'),
        eq(stargateTasks.is_leaving, false),
      ),
    )
}
