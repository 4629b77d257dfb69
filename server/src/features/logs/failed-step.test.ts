import { expect, test } from 'vitest'
import type { RunDetail } from '#contracts/logged-runs.ts'
import { testApp } from '#testing/app.ts'
import { givenWorkflows } from '#testing/runs/workflows.ts'

const app = await testApp()

type Steps = NonNullable<Parameters<Awaited<ReturnType<typeof givenWorkflows>>['create']>[0]>

/** Fails where it is executed, because there is no such time. */
const bad = (more: object = {}) => ({ type: 'wait', until: '{{input.never}}', ...more })

async function failed(steps: Steps, input: object = {}): Promise<RunDetail> {
  const { client, path, create } = await givenWorkflows(app)
  const { id, problems } = await create(steps)
  expect(problems).toEqual([])
  const { body } = await client.post(`${path}/${id}/run`, { input })
  const show = async (): Promise<RunDetail> => (await client.get(`${path}/runs/${body.run_id}`)).body
  await expect.poll(async () => (await show()).status).toBe('failed')
  return show()
}

test('the step that a run failed at is named also beyond the steps that are shown', async () => {
  const items = Array.from({ length: 1100 }, (_, n) => n)
  const run = await failed(
    {
      each: { type: 'for_each', items: '{{input.items}}', start: 'note', next: 'bad' },
      note: { type: 'set_state', values: { n: '{{input.index}}' } },
      bad: bad(),
    },
    { items },
  )
  expect(run).toMatchObject({ steps_total: 1102, failed_step: { step_id: 'bad', seq: 1102 } })
  expect(run.steps).toHaveLength(1000)
})

test('a failure that the flow has handled is not taken for the one that ended it', async () => {
  const handled = await failed({
    first: bad({ on_error: 'loop' }),
    loop: {
      type: 'condition',
      cases: [{ match: 'all', rules: [{ left: '{{input.out}}', operator: 'equals', right: 'yes' }], next: 'end' }],
      next: 'loop',
    },
    end: { type: 'end' },
  })
  expect(handled).toMatchObject({ error_code: 'BROKEN_FLOW', failed_step: null })
  const inside = await failed(
    {
      each: { type: 'for_each', items: '{{input.items}}', start: 'try', concurrency: 3, next: 'end' },
      try: bad({ on_error: 'choose' }),
      choose: {
        type: 'condition',
        cases: [{ match: 'all', rules: [{ left: '{{input.item}}', operator: 'equals', right: 'b' }], next: 'worse' }],
      },
      worse: bad(),
      end: { type: 'end' },
    },
    { items: ['a', 'b', 'c'] },
  )
  expect(inside.state.error).toMatch(/^Item 1: /)
  const named = inside.steps.find(({ seq }) => seq === inside.failed_step?.seq)
  expect(named).toMatchObject({ step_id: 'worse', status: 'failed', cursor: expect.stringMatching(/\/1\/$/) })
})
