import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { FlowStep } from '#contracts/flows.ts'
import { readResult } from '#features/runs/log/read-result.ts'
import { runFlow } from '#features/runs/run-flow.ts'
import type { StepScope } from '#features/runs/step-scope.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { defineStep } from '#platform/step.ts'
import { ownTestApp } from '#testing/app.ts'
import { runOf } from '#testing/chats/private-chat.ts'
import { layers, surfaces } from '../../features.ts'

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

/** Looks at the heap now and then, and says which item it was given. */
const look = defineStep('look', {
  schema: z.object({}),
  effects: false,
  timeout_seconds: 300,
  async execute(_step, { input }: StepScope) {
    const index = Number(input.index)
    if (MEASURED_AT.includes(index)) heap.push(heapMb())
    if (index % 25_000 === 10_000) runAnother().then(() => endedAt.push(index))
    return { output: `item ${input.item}` }
  },
})

const app = await ownTestApp({ features: [...layers, ...surfaces, { name: 'test', steps: [look] }] })

const step = (type: string, fields: object = {}): FlowStep => ({ type, name: type, ...fields })

test('a loop over 100,000 items needs no more memory at its end, and other runs continue', async () => {
  const { organization } = await app.given.organization()
  const ctx = extendContext(app.ctx, { organization })
  runAnother = async () => {
    const flow = { steps: { one: step('message', { text: 'Hi' }) } }
    const { outcome } = await runFlow(ctx, { flow, starting_step_id: 'one', input: {} })
    expect(await outcome).toMatchObject({ status: 'completed' })
  }
  const { run, outcome } = await runFlow(ctx, {
    flow: {
      steps: {
        all: step('for_each', { items: '{{input.items}}', start: 'look', concurrency: 4 }),
        look: step('look'),
      },
    },
    starting_step_id: 'all',
    input: { items: Array.from({ length: ITEMS }, (_, index) => index) },
  })
  await outcome
  expect(endedAt).toEqual([10_000, 35_000, 60_000, 85_000])
  const ended = await runOf(app, run.id)
  expect(ended).toMatchObject({ status: 'completed', error: null })
  expect(await readResult(ctx, ended)).toEqual({ items: ITEMS, done: ITEMS, failed: 0 })
  const [early = 0, late = 0] = heap
  expect(late).toBeGreaterThan(0)
  // What was kept of each item would be 40 MB even as half a kilobyte.
  expect(late - early).toBeLessThan(16)
})
