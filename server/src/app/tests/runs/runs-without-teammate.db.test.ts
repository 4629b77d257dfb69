import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { resolveModels } from '#features/models/resolve-models.ts'
import { organizations } from '#features/organizations/table.ts'
import { callModel } from '#features/runs/agent/call-model.ts'
import { releaseLostReservations } from '#features/runs/jobs.ts'
import { runFlow } from '#features/runs/run-flow.ts'
import type { StepScope } from '#features/runs/step-scope.ts'
import { runLeases, spendReservations, teammateSpend } from '#features/runs/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { newId } from '#platform/id.ts'
import { defineStep } from '#platform/step.ts'
import { startTestApp } from '#testing/app.ts'
import { runOf } from '#testing/chats/private-chat.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import { layers, surfaces } from '../../features.ts'

/** Asks a model, and no teammate. */
const askModel = defineStep('ask_model', {
  schema: z.object({ model_id: z.number(), prompt: z.string() }),
  effects: true,
  async execute({ model_id, prompt }, { ctx, run, costs, signal }: StepScope) {
    const { text } = await callModel(ctx, {
      run,
      candidates: await resolveModels(ctx, model_id),
      request: { system: '', messages: [{ role: 'user', content: prompt }], tools: [] },
      reasoning: 'off',
      costs,
      attempts: null,
      signal,
      onText: () => undefined,
      onReasoning: () => undefined,
      onReset: () => undefined,
    })
    return { output: text }
  },
})

const platform = await startCustomDouble(null)
const app = await startTestApp({
  env: { CUSTOM_BASE_URL: platform.base_url },
  features: [...layers, ...surfaces, { name: 'test', steps: [askModel] }],
})
afterAll(async () => {
  await app.close()
  await platform.close()
})

/** Dollars per million tokens: a whole answer may cost 0.82, and one of a thousand tokens costs 0.10, which is 10 credits. */
const PRICES = { input_cost: 0, output_cost: 100 }
const TENTH = { text: 'Forty-two', usage: { input_tokens: 10, output_tokens: 1000 } }

async function ready(available_tokens: number) {
  const model = await app.given.model({ provider: 'custom', ...PRICES })
  // A limit of teammates says nothing of what no teammate does.
  const limit = { ai_employee_daily_cost_limit_usd: 0.01 }
  const { organization } = await app.given.organization({ available_tokens, ...limit })
  const ctx = extendContext(app.ctx, { organization })
  const flow = { steps: { ask: { type: 'ask_model', name: 'Ask', model_id: model.id, prompt: 'Well?' } } }
  const ofOrganization = <T extends { organization_id: typeof spendReservations.organization_id }>(table: T) =>
    eq(table.organization_id, organization.id)
  return {
    run: () => runFlow(ctx, { flow, starting_step_id: 'ask', input: {} }),
    credits: async () => {
      const [row] = await app.ctx.db.select().from(organizations).where(eq(organizations.id, organization.id))
      return row?.available_tokens
    },
    reservations: () => app.ctx.db.select().from(spendReservations).where(ofOrganization(spendReservations)),
    ofTeammates: () =>
      app.ctx.db.select().from(teammateSpend).where(eq(teammateSpend.organization_id, organization.id)),
  }
}

test('a run without a teammate calls a model, and the organization pays for it', async () => {
  const given = await ready(100)
  platform.reply(TENTH)
  const { run, outcome } = await given.run()
  expect(await outcome).toEqual({ status: 'completed', output: 'Forty-two', result: 'Forty-two' })
  expect(await runOf(app, run.id)).toMatchObject({ employee_id: null, usd_cost: 0.1, output_tokens: 1000 })
  expect([await given.credits(), await given.reservations(), await given.ofTeammates()]).toEqual([90, [], []])
})

test('without credits it fails and says so', async () => {
  const given = await ready(0)
  const { outcome } = await given.run()
  expect(await outcome).toMatchObject({ status: 'failed', error_code: 'NO_CREDITS' })
  expect([await given.credits(), await given.reservations()]).toEqual([0, []])
})

test('a call that fails gives back what was held for it', async () => {
  const given = await ready(100)
  platform.reply({ fault: 'status', status: 500 })
  const { outcome } = await given.run()
  expect(await outcome).toMatchObject({ status: 'failed', error_code: 'MODEL_FAILED' })
  expect([await given.credits(), await given.reservations()]).toEqual([100, []])
})

test('what a lost process held for a call comes back', async () => {
  const given = await ready(100)
  const before = platform.requests.length
  platform.reply({ fault: 'hang' })
  const { run, outcome } = await given.run()
  await expect.poll(() => platform.requests.length).toBe(before + 1)
  const [reservation] = await given.reservations()
  expect(reservation).toMatchObject({ run_id: run.id, employee_id: null })
  expect(reservation?.credits).toBeGreaterThan(0)
  expect(await given.credits()).toBeCloseTo(100 - (reservation?.credits ?? 0), 6)

  // As its process leaves it: a lease that ended long ago, and money that nobody settles.
  await app.ctx.db
    .update(runLeases)
    .set({ holder: newId(), expires_at: new Date(0), cancel_requested: true })
    .where(eq(runLeases.run_id, run.id))
  await app.ctx.db
    .update(spendReservations)
    .set({ created_at: new Date(0) })
    .where(eq(spendReservations.run_id, run.id))
  // The sweep may take the run up at this moment to end it; until then it is nobody's orphan.
  const afterRelease = async () => {
    await Promise.all(Array.from({ length: 8 }, () => app.runJob(releaseLostReservations)))
    return [await given.credits(), await given.reservations(), await given.ofTeammates()]
  }
  await expect.poll(afterRelease).toEqual([100, [], []])
  await outcome
  // Nor does its end, if it comes after all, give back anything a second time.
  expect([await given.credits(), await given.reservations()]).toEqual([100, []])
})

test('eight at once never take more credits than there are', async () => {
  const given = await ready(250)
  platform.reply(() => ({ ...TENTH, delay_ms: 50 }))
  const started = await Promise.all(Array.from({ length: 8 }, () => given.run()))
  const least: (number | undefined)[] = []
  let over = false
  const all = Promise.all(started.map(({ outcome }) => outcome)).finally(() => {
    over = true
  })
  while (!over) least.push(await given.credits())
  const ends = (await all).map((outcome) => outcome?.status)
  const answered = ends.filter((status) => status === 'completed').length
  expect(answered).toBeGreaterThanOrEqual(3)
  expect(Math.min(...least.map(Number))).toBeGreaterThanOrEqual(0)
  expect(await given.credits()).toBeCloseTo(250 - answered * 10, 6)
  expect(await given.reservations()).toEqual([])
})
