import { eq, inArray, sql } from 'drizzle-orm'
import { organizations } from '#features/organizations/table.ts'
import type { StepPayload } from '#features/runs/log/log-steps.ts'
import { unpackPayload } from '#features/runs/log/payload.ts'
import { readBeginnings } from '#features/runs/log/read-log.ts'
import { readResult } from '#features/runs/log/read-result.ts'
import {
  type RunRow,
  runLeases,
  runPayloads,
  runSteps,
  runSuspensions,
  runs,
  spendReservations,
  teammateSpend,
} from '#features/runs/table.ts'
import { stargateTasks } from '#features/stargate/table.ts'
import { triggerEvents } from '#features/triggers/table.ts'
import { usageCounters, usagePending } from '#features/usage/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { EFFECTS, resultOf } from './flows.ts'
import type { Call } from './outside.ts'
import type { openDatabase } from './seed.ts'

export type Happened = {
  organization_id: string
  workflow_id: string
  burst_workflow_id: string
  calls: Call[]
  /** By run, the name that its input has: those that a server has said it started. */
  accepted: Map<string, string>
  stopped: Set<string>
  /** By question, how many answers were said to be taken. */
  taken: Map<string, number>
  /** Events that a server has said it keeps, and all that were sent. */
  kept: Set<number>
  sent: number
}

type Ctx = Awaited<ReturnType<typeof openDatabase>>['ctx']

/** What the soak promises and did not find, a line each; and how the runs ended. */
export async function judge(
  base: Ctx,
  happened: Happened,
): Promise<{ faults: string[]; ends: Record<string, number> }> {
  const { organization_id, workflow_id, accepted, taken } = happened
  const [organization] = await base.db.select().from(organizations).where(eq(organizations.id, organization_id))
  if (!organization) throw new Error('The organization is gone')
  const ctx = extendContext(base, { organization })
  const faults: string[] = []
  const all = await ctx.db.select().from(runs)
  const known = new Set(all.map(({ id }) => id))
  for (const id of accepted.keys()) if (!known.has(id)) faults.push(`run ${id} was accepted and is not there`)
  for (const [id, times] of taken) if (times > 1) faults.push(`question ${id} was answered ${times} times`)

  const walked = all.filter((run) => run.workflow_id === workflow_id)
  const beginnings = await readBeginnings(
    ctx,
    walked.map(({ id }) => id),
  )
  for (const run of walked) {
    const name = String((beginnings.get(run.id)?.input as { name?: unknown } | undefined)?.name)
    faults.push(...(await verifyRun(run, name)))
  }
  faults.push(...(await verifyBursts()), ...(await verifyLeftOvers()), ...(await verifyUsage()))
  const ends = Object.fromEntries(
    Map.groupBy(all, ({ status, error_code }) => [status, error_code].filter(Boolean).join(' '))
      .entries()
      .map(([end, rows]) => [end, rows.length]),
  )
  return { faults, ends }

  async function verifyRun(run: RunRow, name: string): Promise<string[]> {
    const found: string[] = []
    const fault = (text: string) => found.push(`${name} (${run.id}): ${text}`)
    const mayEndAs = ['completed', ...(happened.stopped.has(run.id) ? ['cancelled'] : [])]
    if (!mayEndAs.includes(run.status) && run.error_code !== 'GAVE_UP') {
      fault(`ended as ${run.status} ${run.error_code} ${run.error}`)
    }
    const calls = happened.calls.filter(({ path }) => path.startsWith(`/${name}/`))
    const times = (effect: string) => calls.filter(({ path }) => path === `/${name}/${effect}`)
    if (run.status === 'completed') {
      const result = await readResult(ctx, run)
      if (result !== resultOf(name)) fault(`ended with ${JSON.stringify(result)}`)
      for (const effect of [...EFFECTS, 'tool']) if (times(effect).length === 0) fault(`${effect} was never done`)
    }
    for (const effect of EFFECTS) {
      const keys = new Set(times(effect).map(({ key }) => key))
      if (keys.size > 1 || keys.has(null)) fault(`${effect} was done with the keys ${[...keys].join(', ')}`)
    }
    if (times('approved').length > 1) fault(`what was approved once was called ${times('approved').length} times`)
    const repeated = await repeatedSteps(run.id)
    for (const effect of [...EFFECTS, 'tool']) {
      const step = effect.startsWith('item') ? 'item' : effect === 'called' ? 'post' : effect
      if (times(effect).length > 1 && !repeated.includes(step)) {
        fault(`${effect} was done ${times(effect).length} times, and its log does not say so`)
      }
    }
    return found
  }

  async function repeatedSteps(run_id: string): Promise<string[]> {
    const rows = await ctx.db
      .select({ step_id: runSteps.step_id, seq: runSteps.seq, data: runPayloads.data })
      .from(runSteps)
      .innerJoin(runPayloads, sql`${runPayloads.run_id} = ${runSteps.run_id} and ${runPayloads.seq} = ${runSteps.seq}`)
      .where(eq(runSteps.run_id, run_id))
    return rows.flatMap(({ step_id, data }) =>
      (unpackPayload(data) as StepPayload).possibly_repeated ? [step_id] : [],
    )
  }

  /** Every event that was kept is in one run, and none is in two. */
  async function verifyBursts(): Promise<string[]> {
    const bursts = all.filter((run) => run.workflow_id === happened.burst_workflow_id)
    const inputs = await readBeginnings(
      ctx,
      bursts.map(({ id }) => id),
    )
    const counts = new Map<number, number>()
    for (const { input } of inputs.values()) {
      for (const { body } of (input as { events: { body: { n: number } }[] }).events) {
        counts.set(body.n, (counts.get(body.n) ?? 0) + 1)
      }
    }
    const twice = [...counts].filter(([, times]) => times > 1)
    const lost = [...happened.kept].filter((n) => !counts.has(n))
    return [
      ...twice.map(([n, times]) => `event ${n} is in ${times} runs`),
      ...lost.map((n) => `event ${n} was kept and is in no run`),
    ]
  }

  async function verifyLeftOvers(): Promise<string[]> {
    const left = {
      'open runs': await ctx.db.$count(runs, inArray(runs.status, ['queued', 'running', 'suspended'])),
      leases: await ctx.db.$count(runLeases),
      suspensions: await ctx.db.$count(runSuspensions),
      'open steps': await ctx.db.$count(runSteps, eq(runSteps.status, 'in_progress')),
      reservations: await ctx.db.$count(spendReservations),
      'days with money held': await ctx.db.$count(teammateSpend, sql`${teammateSpend.reserved_usd} <> 0`),
      'open tasks': await ctx.db.$count(
        stargateTasks,
        inArray(stargateTasks.status, ['created', 'requested', 'responded']),
      ),
      'pending events': await ctx.db.$count(triggerEvents),
    }
    return Object.entries(left).flatMap(([what, count]) => (count > 0 ? [`${count} ${what} are left over`] : []))
  }

  async function verifyUsage(): Promise<string[]> {
    const of = { tokens: sql<string>`coalesce(sum(input_tokens + output_tokens), 0)` }
    const counting = { ...of, runs: sql<string>`coalesce(sum(runs), 0)` }
    const [folded] = await ctx.db.select(counting).from(usageCounters)
    const [pending] = await ctx.db.select(counting).from(usagePending)
    const [logged] = await ctx.db.select({ ...of, runs: sql<string>`count(*)` }).from(runs)
    const counted = [Number(folded?.runs) + Number(pending?.runs), Number(folded?.tokens) + Number(pending?.tokens)]
    const expected = [Number(logged?.runs), Number(logged?.tokens)]
    const isEqual = counted[0] === expected[0] && counted[1] === expected[1]
    return isEqual ? [] : [`usage counts ${counted.join(' runs, tokens ')} where the log has ${expected.join(', ')}`]
  }
}
