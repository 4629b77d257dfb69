import { and, eq, gt } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { packPayload } from '#features/runs/log/payload.ts'
import { runPayloads, runSteps } from '#features/runs/table.ts'
import { workflows } from '#features/workflows/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { loseProcess, startSteps } from '#testing/runs/started-flow.ts'
import { flowOf, givenWorkflows } from '#testing/runs/workflows.ts'

const app = await ownTestApp()

type Steps = Parameters<typeof startSteps>[1]
const started = (steps: Steps, given?: Parameters<typeof startSteps>[2]) => startSteps(app, steps, given)
const message = (text: string) => ({ type: 'message', text })

test('a loop executions its items, some at once; what they write stays with them', async () => {
  const run = await started(
    {
      before: { type: 'set_state', values: { greeting: 'Hi' }, next: 'each' },
      each: { type: 'for_each', items: '{{input.names}}', start: 'note', concurrency: 3, collect: true, next: 'after' },
      note: { type: 'set_state', values: { name: '{{input.item}}' }, next: 'greet' },
      greet: message('{{state.greeting}} {{state.name}} {{input.index}} {{output.before.greeting}}'),
      after: {
        type: 'end',
        result: { results: '{{output.each.results}}', done: '{{output.each.done}}', name: '{{state.name}}' },
      },
    },
    { input: { names: ['Ada', 'Bo', 'Cy'] } },
  )
  const results = ['Hi Ada 0 Hi', 'Hi Bo 1 Hi', 'Hi Cy 2 Hi']
  expect(await run.result()).toEqual({ results, done: 3, name: '{{state.name}}' })
})

test('an item that fails stops the loop or is counted, as the loop says', async () => {
  const loop = (on_item_error: string): Steps => ({
    each: { type: 'for_each', items: ['[1]', 'x', '[2]'], start: 'in', on_item_error, collect: true },
    in: { type: 'for_each', items: '{{input.item}}', start: 'one', collect: true },
    one: message('item {{input.item}}'),
  })
  const goes = await started(loop('continue'))
  expect(await goes.result()).toMatchObject({
    items: 3,
    done: 2,
    failed: 1,
    results: [{ results: ['item 1'] }, { error: { message: expect.stringContaining('not a list') } }, { done: 1 }],
  })
  const stops = await started(loop('stop'))
  expect(stops.executed).toMatchObject({ status: 'failed', error: expect.stringMatching(/^Item 1: .*not a list/) })
})

test('items that wait for people wait each for themselves, and only an answered one is gone on with', async () => {
  const run = await started({
    each: { type: 'for_each', items: ['a', 'b', 'c'], start: 'ask', collect: true, concurrency: 2 },
    ask: { type: 'user_input', question: 'And {{input.item}}?', next: 'tell' },
    tell: message('{{input.item}} {{output.ask}}'),
  })
  for (const count of [3, 2, 1]) {
    await expect.poll(async () => [await run.status(), (await run.leases()).length]).toEqual(['suspended', 0])
    const waiting = await run.waiting()
    expect(waiting).toHaveLength(count)
    // Items that are walked at once ask in any order, so each is answered by its own name.
    const item = /And (\w)\?/.exec(JSON.stringify(waiting[0]?.detail))?.[1]
    expect(await run.answer({ value: `yes ${item}` })).toBe(true)
  }
  await expect.poll(run.status).toBe('completed')
  expect(await run.result()).toMatchObject({ done: 3, results: ['a yes a', 'b yes b', 'c yes c'] })
  expect((await run.steps()).map(({ step_id }) => step_id).sort()).toEqual([
    'ask',
    'ask',
    'ask',
    'each',
    'tell',
    'tell',
    'tell',
  ])
})

test('a loop that is come by twice executions its items twice, also after it has waited', async () => {
  const run = await started({
    each: { type: 'for_each', items: [1], start: 'ask', next: 'if' },
    ask: { type: 'user_input', question: 'Well?' },
    if: {
      type: 'condition',
      cases: [{ rules: [{ left: '{{state.again}}', operator: 'is_empty' }], next: 'again' }],
      next: 'done',
    },
    again: { type: 'set_state', values: { again: 'yes' }, next: 'each' },
    done: message('twice'),
  })
  for (const _ of [1, 2]) {
    await expect.poll(async () => [await run.status(), (await run.waiting()).length]).toEqual(['suspended', 1])
    await expect.poll(async () => (await run.leases()).length).toBe(0)
    await run.answer({ value: 'yes' })
    await expect.poll(async () => (await run.waiting()).filter(({ answered_at }) => answered_at).length).toBe(0)
  }
  await expect.poll(run.result).toBe('twice')
})

test('a workflow is called with input, as it was when it was called, and fails clearly when it cannot be', async () => {
  const { organization, create } = await givenWorkflows(app)
  const called = await create({
    ask: { type: 'user_input', question: 'Well?', next: 'end' },
    end: { type: 'end', result: { got: '{{input.n}}' } },
  })
  const call = { type: 'workflow', workflow_id: called.id, input: { n: '{{input.n}}' } }
  const run = await started(
    { call: { ...call, next: 'end' }, end: { type: 'end', result: '{{output.call.got}}' } },
    { organization, input: { n: 7 } },
  )
  expect(await run.status()).toBe('suspended')
  await app.ctx.db
    .update(workflows)
    .set({ flow: flowOf({ ask: message('changed') }).flow })
    .where(eq(workflows.id, called.id))
  await run.answer({ value: 'yes' })
  await expect.poll(run.result).toBe(7)

  const failing = async (workflow_id: string, of = organization) =>
    (await started({ call: { type: 'workflow', workflow_id } }, { organization: of })).executed
  const draft = await create({ broken: { type: 'message' } })
  expect(await failing(draft.id)).toMatchObject({ error: expect.stringMatching(/is a draft/) })
  const outsider = await app.given.organization()
  expect(await failing(called.id, outsider.organization)).toMatchObject({
    error: expect.stringMatching(/does not exist/),
  })
  const own = await create({ a: message('x') })
  const self = flowOf({ a: { type: 'workflow', workflow_id: own.id, input: {} } })
  await app.ctx.db.update(workflows).set(self).where(eq(workflows.id, own.id))
  expect(await failing(own.id)).toMatchObject({ error: expect.stringMatching(/without an end/) })
})

test('a loop whose process was lost continues after the items that were done, and reads back no others', async () => {
  const items = Array.from({ length: 900 }, (_, index) => index)
  const steps = { each: { type: 'for_each', items, start: 'say', concurrency: 3 }, say: message('item {{input.item}}') }
  const run = await started(steps)
  expect(await run.result()).toEqual({ items: 900, done: 900, failed: 0 })
  const logged = await run.steps()
  const [each] = logged
  // As its process left it: some of the items are over, and how far it has come was said before that.
  const kept = { next: 402, open: [400, 401], done: 400, failed: 0, results: [], result_characters: 0, seq: 401 }
  const payload = packPayload({ ...each?.payload, output: null, next: null, work: kept })
  const ofRun = eq(runPayloads.run_id, run.id)
  await app.ctx.db
    .update(runPayloads)
    .set({ data: payload })
    .where(and(ofRun, eq(runPayloads.seq, 1)))
  await app.ctx.db.delete(runSteps).where(and(eq(runSteps.run_id, run.id), gt(runSteps.seq, 500)))
  await app.ctx.db
    .update(runSteps)
    .set({ status: 'in_progress', finished_at: null })
    .where(and(eq(runSteps.run_id, run.id), eq(runSteps.seq, 1)))
  await loseProcess(app, run)
  await expect.poll(run.status).toBe('completed')
  expect(await run.result()).toEqual({ items: 900, done: 900, failed: 0 })
  const cursors = (await run.steps()).filter(({ step_id }) => step_id === 'say').map(({ cursor }) => cursor)
  expect([cursors.length, new Set(cursors).size]).toEqual([900, 900])
})
