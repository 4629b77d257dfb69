import { and, desc, eq, inArray } from 'drizzle-orm'
import { MAX_SYSTEM_CHARACTERS } from '#contracts/flow-names.ts'
import { StargateStep } from '#contracts/flow-steps.ts'
import { GatewayResponse } from '#contracts/stargate.ts'
import type { Context } from '#platform/context.ts'
import { parseJson } from '#platform/parse-json.ts'
import { defineStep } from '#platform/step.ts'
import { fillerFor } from '../runs/fill-placeholders.ts'
import { RunFailure } from '../runs/run-outcome.ts'
import type { StepScope } from '../runs/step-scope.ts'
import { taskCreated } from './events.ts'
import { type StargateTaskRow, stargateTasks } from './table.ts'

/** A request that a gateway of the customer makes. The task is written with what waits for it, so that no answer comes too soon. */
export const stargateStep = defineStep('stargate', {
  schema: StargateStep,
  effects: true,
  takesLong: true,
  async execute(step, scope: StepScope) {
    if (scope.answer) return { output: await consumeResponse(scope, step.name) }
    const { ctx, run, log } = scope
    const { system, method, uri, body } = step
    const filler = await fillerFor(scope, { system, method, uri, body })
    const request = {
      system: filler.text(system),
      method: filler.text(method),
      uri: filler.text(uri),
      body: body === undefined ? null : filler.value(body),
    }
    log.payload.input_data = request
    requireName(request.system)
    const wakes_at = new Date(ctx.now().getTime() + step.expires_in_seconds * 1000)
    const of = { organization_id: run.organization_id, run_id: run.id, seq: log.seq }
    const opened = async (ctx: Context) => {
      const now = ctx.now()
      await ctx.db
        .insert(stargateTasks)
        .values({ ...of, ...request, expires_at: wakes_at, created_at: now, updated_at: now })
      await ctx.emit(taskCreated, { organization_id: of.organization_id, system: request.system })
    }
    return { suspend: { kind: 'response', wakes_at, detail: { system: request.system }, opened } }
  },
})

/** Nobody could ask for another: its task would wait until it expires. */
function requireName(system: string): void {
  if (system !== '' && system.length <= MAX_SYSTEM_CHARACTERS) return
  const reason = `The name of the system must have 1 to ${MAX_SYSTEM_CHARACTERS} characters, and it has ${system.length}`
  throw new RunFailure('STEP_FAILED', reason)
}

/** A response that came in the moment in which its time was over still counts. */
async function consumeResponse({ ctx, run, log }: StepScope, name: string): Promise<unknown> {
  // Each try of the step has a task of its own.
  const newest = ctx.db
    .select({ id: stargateTasks.id })
    .from(stargateTasks)
    .where(and(eq(stargateTasks.run_id, run.id), eq(stargateTasks.seq, log.seq)))
    .orderBy(desc(stargateTasks.id))
    .limit(1)
  const completed = await end(ctx, 'completed', ['responded', 'completed'])
  if (completed) return readResponse(completed.response ?? '')
  await end(ctx, 'failed', ['created', 'requested'])
  throw new RunFailure('EXPIRED', `No gateway has answered ${name} in time`)

  async function end(ctx: Context, status: StargateTaskRow['status'], from: StargateTaskRow['status'][]) {
    const [row] = await ctx.db
      .update(stargateTasks)
      .set({ status, updated_at: ctx.now() })
      .where(and(inArray(stargateTasks.id, newest), inArray(stargateTasks.status, from)))
      .returning()
    return row
  }
}

/** JSON where it is some; of what the reference gateway sends, a failure fails the step. */
function readResponse(text: string): unknown {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    return text
  }
  const { data } = GatewayResponse.safeParse(value)
  if (data?.ok === false) throw new RunFailure('STEP_FAILED', data.error ?? `The system answered with ${data.status}`)
  return value
}
