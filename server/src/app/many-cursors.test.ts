import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Flow, type FlowStep } from '#contracts/flows.ts'
import { readResult } from '#features/runs/read-result.ts'
import { runFlow } from '#features/runs/run-flow.ts'
import type { StepScope } from '#features/runs/steps/scope.ts'
import { widen } from '#platform/bus/unit.ts'
import { defineStep } from '#platform/step.ts'
import { startTestApp } from '#testing/app.ts'
import { runOf } from '#testing/private-chat.ts'
import { floors, surfaces } from './features.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heapMb = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const ITEMS = 100_000
const MEASURED_AT = [20_000, 95_000]
/** In MB, without garbage. */
const heap: number[] = []
/** The items at which another run was started that ended before this one. */
const endedAt: number[] = []
let runAnother = async () => {}

/** Walks a flow for each of very many items, and keeps nothing of them but their number. */
const count = defineStep('count', {
  schema: z.object({ items: z.number(), flow: Flow, start: z.string() }),
  effects: true,
  async execute({ items, flow, start }, scope: StepScope) {
    for (let item = 0; item < items; item++) {
      const walked = await scope.walk({ key: String(item), flow, starting_step_id: start, input: { item } })
      if (walked === 'suspended') throw new Error('Nothing waits here')
      if (MEASURED_AT.includes(item)) heap.push(heapMb())
      if (item % 25_000 === 10_000) runAnother().then(() => endedAt.push(item))
    }
    return { output: `counted ${items}` }
  },
})

const look = defineStep('look', {
  schema: z.object({}),
  effects: false,
  timeout_seconds: 300,
  async execute(_step, { input }: StepScope) {
    return { output: `item ${input.item}` }
  },
})

const app = await startTestApp({ features: [...floors, ...surfaces, { name: 'test', steps: [count, look] }] })
afterAll(() => app.close())

const step = (type: string, fields: object = {}): FlowStep => ({ type, name: type, ...fields })

test('a flow for each of 100,000 items needs no more memory at its end, and other runs go on', {
  timeout: 120_000,
}, async () => {
  const { organization } = await app.given.organization()
  const ctx = widen(app.ctx, { organization })
  runAnother = async () => {
    const flow = { steps: { one: step('message', { text: 'Hi' }) } }
    const { outcome } = await runFlow(ctx, { flow, starting_step_id: 'one', input: {} })
    expect(await outcome).toMatchObject({ status: 'completed' })
  }
  const inner = { steps: { look: step('look') } }
  const { run, outcome } = await runFlow(ctx, {
    flow: { steps: { all: step('count', { items: ITEMS, flow: inner, start: 'look' }) } },
    starting_step_id: 'all',
    input: {},
  })
  await outcome
  expect(endedAt).toEqual([10_000, 35_000, 60_000, 85_000])
  const ended = await runOf(app, run.id)
  expect(ended).toMatchObject({ status: 'completed', error: null })
  expect(await readResult(ctx, ended)).toBe(`counted ${ITEMS}`)
  const [early = 0, late = 0] = heap
  expect(late).toBeGreaterThan(0)
  // What was kept of each item would be 40 MB even as half a kilobyte.
  expect(late - early).toBeLessThan(16)
})
