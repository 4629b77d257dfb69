import { text } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { packPayload } from '#features/runs/log/payload.ts'
import { runPayloads, runs } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { startSteps } from '#testing/runs/started-flow.ts'
import { givenWorkflows } from '#testing/runs/workflows.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await testApp()
const FILE = 'A'.repeat(4000)

type Steps = Parameters<Awaited<ReturnType<typeof givenWorkflows>>['create']>[0]
type Called = { path: string; key: string; body: string }

/** A workflow that has run once, on a server that notes what it is asked. */
async function ran(steps: (url: string) => Steps, input: object = { name: 'Ann' }) {
  const calls: Called[] = []
  const { url } = await serve(async (request, response) => {
    const path = request.url ?? ''
    calls.push({ path, key: String(request.headers['idempotency-key']), body: await text(request) })
    const answer = path === '/file' ? { file: FILE } : path === '/huge' ? { file: FILE.repeat(200) } : { ok: true }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  const people = await givenWorkflows(app)
  const { client, path } = people
  const workflow = await people.create(steps(url))
  const ended = async (run_id: string) => {
    const show = async () => (await client.get(`${path}/runs/${run_id}`)).body
    await expect.poll(async () => (await show()).status).toMatch(/completed|failed|suspended/)
    return show()
  }
  const started = await client.post(`${path}/${workflow.id}/run`, { input })
  const first = await ended(started.body.run_id)
  const rerun = (body: object = {}, run_id = first.run_id) => client.post(`${path}/runs/${run_id}/rerun`, body)
  const again = async (body: object = {}, run_id = first.run_id) => {
    const { status, body: answer } = await rerun(body, run_id)
    expect(status, JSON.stringify(answer)).toBe(200)
    return ended(answer.run_id)
  }
  return { ...people, url, workflow, calls, first, rerun, again }
}

const post = (url: string, more: object) => ({ type: 'http_request', method: 'POST', url, ...more })
const branches = (url: string): Steps => ({
  file: post(`${url}/file`, { next: 'keep' }),
  keep: { type: 'set_state', values: { who: '{{input.name}}' }, next: 'if' },
  if: {
    type: 'condition',
    cases: [{ match: 'all', rules: [{ left: '{{input.name}}', operator: 'equals', right: 'Ann' }], next: 'yes' }],
    next: 'no',
  },
  yes: post(`${url}/yes`, { body: { file: '{{output.file.body.file}}', who: '{{state.who}}' }, next: 'end' }),
  no: post(`${url}/no`, { next: 'end' }),
  end: { type: 'end', result: '{{state.who}}' },
})

test('a run is repeated with its input and the flow as it ran, with new keys, and the two name each other', async () => {
  const { calls, first, again, client, path, workflow } = await ran(branches)
  expect(first.status).toBe('completed')
  // What it is by now changes nothing.
  await client.put(`${path}/${workflow.id}`, {
    flow: { steps: { say: { type: 'message', name: 'Say', text: 'Else' } } },
    starting_step_id: 'say',
  })
  const second = await again()
  expect(second).toMatchObject({
    status: 'completed',
    rerun_of: first.run_id,
    taken_over_until: null,
    input: { name: 'Ann' },
  })
  expect(second.flow).toEqual(first.flow)
  expect(calls.map(({ path }) => path)).toEqual(['/file', '/yes', '/file', '/yes'])
  expect(new Set(calls.map(({ key }) => key)).size).toBe(4)
  const shown = await client.get(`${path}/runs/${first.run_id}`)
  expect(shown.body.reruns).toMatchObject([{ run_id: second.run_id, status: 'completed' }])
})

test('from a step in a branch on, the results before it are taken over whole, and marked in the log', async () => {
  const { calls, first, again, client, path } = await ran(branches)
  const second = await again({ from_step: 'yes' })
  expect(second).toMatchObject({ status: 'completed', rerun_of: first.run_id })
  expect(calls.map(({ path }) => path)).toEqual(['/file', '/yes', '/yes'])
  expect(JSON.parse(calls[2]?.body ?? '')).toEqual({ file: FILE, who: 'Ann' })
  expect(calls[2]?.key).not.toBe(calls[1]?.key)
  const taken = (steps: { step_id: string; is_taken_over: boolean }[]) =>
    steps.map((step) => [step.step_id, step.is_taken_over])
  const expected = [
    ['file', true],
    ['keep', true],
    ['if', true],
    ['yes', false],
    ['end', false],
  ]
  expect(taken(second.steps)).toEqual(expected)
  // The log shows no more of the file than it did.
  expect(JSON.stringify(second.steps[0])).not.toContain(FILE)
  const listed = await client.get(`${path}/runs?run_id=${second.run_id}`)
  expect(taken(listed.body.data[0].state.steps)).toEqual(expected)
  // What was taken over is taken over again; a step that failed can be begun with, and so can the first.
  const third = await again({ from_step: 'end' }, second.run_id)
  expect(taken(third.steps).filter(([, isTaken]) => isTaken)).toHaveLength(4)
  expect((await again({ from_step: 'file' })).taken_over_until).toBeNull()
})

test('of a step that was come by again the last time counts, or the one that is named', async () => {
  const steps = (url: string): Steps => ({
    add: { type: 'run_code', code: 'return (state.n ?? 0) + 1', next: 'keep' },
    keep: { type: 'set_state', values: { n: '{{output.add}}' }, next: 'call' },
    call: post(`${url}/{{state.n}}`, { next: 'if' }),
    if: {
      type: 'condition',
      cases: [{ match: 'all', rules: [{ left: '{{state.n}}', operator: 'less', right: '3' }], next: 'add' }],
      next: 'each',
    },
    each: { type: 'for_each', items: [1, 2], start: 'item', next: 'end' },
    item: post(`${url}/item`, {}),
    end: { type: 'end', result: '{{state.n}}' },
  })
  const { calls, first, again, rerun } = await ran(steps)
  expect([first.status, calls.map(({ path }) => path).toSorted()]).toEqual([
    'completed',
    ['/1', '/2', '/3', '/item', '/item'],
  ])
  calls.length = 0
  await again({ from_step: 'call' })
  expect(calls.map(({ path }) => path)).toEqual(['/3', '/item', '/item'])
  calls.length = 0
  const { seq } = first.steps.find(({ step_id }: { step_id: string }) => step_id === 'call')
  await again({ from_step: 'call', seq })
  expect(calls.map(({ path }) => path)).toEqual(['/1', '/2', '/3', '/item', '/item'])
  // The loop as a whole, and after it.
  calls.length = 0
  const from = await again({ from_step: 'each' })
  await again({ from_step: 'end' }, from.run_id)
  expect(calls.map(({ path }) => path)).toEqual(['/item', '/item'])
  expect(await rerun({ from_step: 'item' })).toMatchObject({ status: 409, body: { code: 'STEP_INSIDE' } })
  expect(await rerun({ from_step: 'call', seq: 1 })).toMatchObject({ status: 409, body: { code: 'STEP_NOT_REACHED' } })
})

test('what cannot be repeated is refused with a reason, and nothing is started', async () => {
  const given = await ran((url) => ({ ...branches(url), huge: post(`${url}/huge`, {}) }))
  const { organization, member, first, rerun, client, path, workflow } = given
  const refused = (code: string, status = 409) => ({ status, body: { code } })
  expect(await rerun({ from_step: 'nope' })).toMatchObject(refused('UNKNOWN_STEP', 400))
  expect(await rerun({ from_step: '__proto__' })).toMatchObject({ status: 400 })
  expect(await rerun({ from_step: 'no' })).toMatchObject(refused('STEP_NOT_REACHED'))
  expect((await rerun({ from_step: 7 })).status).toBe(400)
  expect((await rerun({ seq: 1 })).status).toBe(400)
  const missing = await rerun({}, newId())
  expect(missing).toMatchObject({ status: 404, body: { error: 'Run not found' } })
  const other = await ran(branches)
  expect(await rerun({}, other.first.run_id)).toLookLike(missing)
  expect((await (await app.as(member)).post(`${path}/runs/${first.run_id}/rerun`, {})).status).toBe(403)

  const teammate = await app.given.teammate(organization)
  const reply = {
    id: newId(),
    organization_id: organization.id,
    employee_id: teammate.id,
    status: 'completed' as const,
  }
  const unfinished = {
    id: newId(),
    organization_id: organization.id,
    workflow_id: workflow.id,
    status: 'queued' as const,
  }
  await app.ctx.db.insert(runs).values([reply, unfinished])
  expect(await rerun({}, reply.id)).toMatchObject(refused('NOT_A_WORKFLOW_RUN'))
  expect(await rerun({}, unfinished.id)).toMatchObject(refused('RUN_NOT_ENDED'))

  await app.ctx.db.delete(runPayloads).where(eq(runPayloads.run_id, first.run_id))
  expect(await rerun({ from_step: 'end' })).toMatchObject(refused('RUN_DATA_REMOVED'))
  await client.put(`${path}/${workflow.id}`, {
    flow: { steps: { a: { type: 'message', name: 'A', text: '{{NOPE}}' } } },
    starting_step_id: 'a',
  })
  expect(await rerun()).toMatchObject(refused('FLOW_INVALID', 400))
  await client.delete(`${path}/${workflow.id}`)
  expect(await rerun()).toMatchObject(refused('WORKFLOW_DELETED'))
  const after = await app.ctx.db.select().from(runs).where(eq(runs.rerun_of, first.run_id))
  expect(after).toEqual([])
})

test('a result that the log does not have whole is named, and a step before it can be begun with', async () => {
  const { first, rerun, again } = await ran(branches)
  const [file] = first.steps
  const cut = packPayload({ input_data: null, output: '[REMOVED 4000 characters]', next: 'keep', state: {} })
  const ofFile = and(eq(runPayloads.run_id, first.run_id), eq(runPayloads.seq, file.seq))
  await app.ctx.db.update(runPayloads).set({ data: cut }).where(ofFile)
  const answer = await rerun({ from_step: 'end' })
  expect(answer).toMatchObject({ status: 409, body: { code: 'RESULT_NOT_KEPT', step: 'file' } })
  expect((await again({ from_step: 'file' })).status).toBe('completed')
})

test('the state is taken over whole, put together from what each step has changed, also a file that its log leaves out', async () => {
  const { calls, first, again } = await ran((url) => ({
    file: post(`${url}/file`, { next: 'first' }),
    first: { type: 'set_state', values: { file: '{{output.file.body.file}}', who: 'Bob', n: 1 }, next: 'second' },
    second: { type: 'set_state', values: { who: '{{input.name}}', n: 1 }, next: 'send' },
    send: post(`${url}/send`, { body: { file: '{{state.file}}', who: '{{state.who}}', n: '{{state.n}}' } }),
  }))
  expect(first.status).toBe('completed')
  expect((await again({ from_step: 'send' })).status).toBe('completed')
  expect(calls.slice(1).map(({ body }) => JSON.parse(body))).toEqual([
    { file: FILE, who: 'Ann', n: 1 },
    { file: FILE, who: 'Ann', n: 1 },
  ])
})

test('a log from before changes were kept says the whole state with each step, and is read as it was meant', async () => {
  const { calls, first, again } = await ran(branches)
  const keep = first.steps.find(({ step_id }: { step_id: string }) => step_id === 'keep')
  const ofKeep = and(eq(runPayloads.run_id, first.run_id), eq(runPayloads.seq, keep.seq))
  const former = packPayload({ input_data: null, output: { who: 'Eve' }, next: 'if', state: { who: 'Eve', old: true } })
  await app.ctx.db.update(runPayloads).set({ data: former }).where(ofKeep)
  await again({ from_step: 'yes' })
  expect(JSON.parse(calls.at(-1)?.body ?? '')).toEqual({ file: FILE, who: 'Eve' })
})

test('the files of steps before it are the new run’s too, also those that a loop has made', async () => {
  const make = (name: string) => ({ type: 'run_code', code: `createFile('${name}', 'text')\nreturn 1` })
  const { first, again } = await ran(() => ({
    each: { type: 'for_each', items: [1, 2], start: 'item', next: 'code' },
    item: make('item.txt'),
    code: { ...make('item.txt'), next: 'end' },
    end: { type: 'end', result: 'done' },
  }))
  const namesOf = ({ files }: { files: { name: string }[] }) => files.map(({ name }) => name)
  expect(namesOf(first)).toHaveLength(3)
  expect(namesOf(await again({ from_step: 'code' }))).toHaveLength(3)
  expect(namesOf(await again({ from_step: 'end' }))).toHaveLength(3)
})

test('eight who repeat a run at once start eight', async () => {
  const { calls, rerun, client, path, first } = await ran(branches)
  const answers = await Promise.all(Array.from({ length: 8 }, () => rerun({ from_step: 'yes' })))
  expect(new Set(answers.map(({ body }) => body.run_id)).size).toBe(8)
  const completed = async () => (await client.get(`${path}/runs/${first.run_id}`)).body.reruns
  await expect
    .poll(async () => (await completed()).filter(({ status }: { status: string }) => status === 'completed').length)
    .toBe(8)
  expect(new Set(calls.filter(({ path }) => path === '/yes').map(({ key }) => key)).size).toBe(9)
})

test('a call of a workflow of one’s own assistant is repeated for its owner alone, and stays theirs', async () => {
  const { organization, owner, admin, create, path } = await givenWorkflows(app)
  const assistant = await app.given.teammate(organization, { owned_by_user_id: owner.id, is_system: true })
  const workflow = await create()
  const message = { type: 'message', text: 'Hello' }
  const called = {
    organization,
    workflow_id: workflow.id,
    employee_id: assistant.id,
    user_id: owner.id,
    channel: 'mcp',
  }
  const { id } = await startSteps(app, { say: message }, called)
  const again = async (who: typeof owner) => (await app.as(who)).post(`${path}/runs/${id}/rerun`, {})
  expect(await again(admin)).toMatchObject({ status: 404, body: { error: 'Run not found' } })
  const { status, body } = await again(owner)
  expect(status, JSON.stringify(body)).toBe(200)
  const show = async (who: typeof owner) => (await app.as(who)).get(`${path}/runs/${body.run_id}`)
  expect((await show(owner)).body).toMatchObject({ employee_id: assistant.id, channel: 'mcp', rerun_of: id })
  expect((await show(admin)).status).toBe(404)
})
