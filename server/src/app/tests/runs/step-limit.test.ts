import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { startSteps } from '#testing/runs/started-flow.ts'

const LIMIT = 20
const app = await ownTestApp({ env: { RUN_MAX_STEPS: String(LIMIT) } })

const loop = (items: number, more: object = {}) =>
  startSteps(app, {
    each: { type: 'for_each', items: Array.from({ length: items }, () => 0), start: 'set', ...more },
    set: { type: 'set_state', values: { n: '{{input.index}}' } },
    handle: { type: 'end', result: 'handled' },
  })

test('a run ends at the number of steps that the server allows, loops included, and its log says why', async () => {
  expect((await loop(LIMIT - 1)).executed).toMatchObject({ status: 'completed' })
  const failed = {
    status: 'failed',
    error_code: 'BROKEN_FLOW',
    error: `The run took more than ${LIMIT} steps, loops included, which is the limit of this server`,
  }
  const run = await loop(LIMIT)
  expect(run.executed).toMatchObject(failed)
  expect(await run.steps()).toHaveLength(LIMIT)
  // Nothing in the flow may catch it and continue.
  const stubborn = { on_item_error: 'continue', on_error: 'handle', retry: { times: 3, delay_seconds: 0, factor: 1 } }
  expect((await loop(LIMIT, stubborn)).executed).toMatchObject(failed)
})
