import { expect, test } from 'vitest'
import type { FileWorkflow, TeammateFile } from '#contracts/teammate-files.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { flowOf, givenWorkflows } from '#testing/runs/workflows.ts'

const app = await testApp()

/** An organization with the file of a teammate that has nothing but its name. */
async function givenFile() {
  const given = await givenWorkflows(app)
  const { body: teammate } = await given.client.post(`${given.base}/employees`, { name: 'Ada' })
  const { body: file } = await given.client.get(`${given.base}/employees/${teammate.id}/export`)
  const path = `${given.base}/employees/import`
  return {
    ...given,
    teammate,
    file: file as TeammateFile,
    take: (body: unknown) => given.client.post(path, body),
    importPath: path,
  }
}

const workflow = (step: object, more: Partial<FileWorkflow> = {}): FileWorkflow => ({
  id: newId(),
  is_tool: true,
  name: 'Take',
  description: '',
  ...flowOf({ one: { type: 'message', ...step } }),
  ...more,
})

const draftsOf = ({ notices }: { notices: { kind: string; name: string }[] }) =>
  notices.filter(({ kind }) => kind === 'workflow_has_problems').map(({ name }) => name)

test('ids of another organization lead nowhere: they are as unknown as ids of nothing', async () => {
  const theirs = await givenFile()
  const called = await theirs.create(undefined, { name: 'Secret' })
  const here = await givenFile()
  const named = (workflow_id: string, employee_id: string) => [
    workflow({ type: 'workflow', workflow_id }, { name: 'Call' }),
    workflow({ type: 'agent', employee_id, message: 'Hello' }, { name: 'Ask' }),
    workflow({ type: 'tool', employee_id, tool: 'storage.list', input: {} }, { name: 'Use' }),
  ]
  const problems = async (workflows: FileWorkflow[]) => {
    const { status, body } = await here.take({ ...here.file, workflows })
    expect(status).toBe(200)
    expect(draftsOf(body)).toEqual(['Call', 'Ask', 'Use'])
    const rows = await Promise.all(body.teammate.workflow_ids.map((id: string) => here.show(id)))
    return rows.map(({ problems }) => problems)
  }
  const unknown = await problems(named(newId(), newId()))
  expect(await problems(named(called.id, theirs.teammate.id))).toEqual(unknown)
  expect(JSON.stringify(unknown)).not.toContain('Secret')
})

test('ids that things here have already change nothing of them, and one id twice in a file harms nobody', async () => {
  const here = await givenFile()
  const kept = await here.create(undefined, { name: 'Kept' })
  const workflows = [
    workflow({ text: 'Other' }, { id: kept.id, name: 'Same id' }),
    workflow({ text: 'One' }, { id: here.teammate.id, name: 'Id of the teammate' }),
    workflow({ text: 'Two' }, { id: here.teammate.id, name: 'The same once more' }),
  ]
  const { status, body } = await here.take({ ...here.file, workflows })
  expect(status).toBe(200)
  expect(body.teammate.id).not.toBe(here.teammate.id)
  expect(new Set([...body.teammate.workflow_ids, kept.id, here.teammate.id]).size).toBe(5)
  expect(await here.show(kept.id)).toMatchObject({ name: 'Kept', flow: kept.flow })
  const { body: before } = await here.client.get(`${here.base}/employees/${here.teammate.id}`)
  expect(before).toMatchObject({ name: 'Ada', workflow_ids: [] })
})

test('names that every object has of itself are refused wherever they occur', async () => {
  const here = await givenFile()
  const send = async (workflows: string) => {
    const body = JSON.stringify({ ...here.file, workflows: 'W' }).replace('"W"', workflows)
    const headers = { 'content-type': 'application/json' }
    return (await here.client.send(here.importPath, { method: 'POST', headers, body })).status
  }
  const steps = (text: string) => JSON.stringify([{ ...workflow({}), flow: { steps: 'S' } }]).replace('"S"', text)
  const step = '{"type":"message","name":"S","text":"x"}'
  for (const id of ['__proto__', 'constructor', 'prototype']) expect(await send(steps(`{"${id}":${step}}`))).toBe(400)
  const inside = '{"type":"set_state","name":"S","values":{"__proto__":{"polluted":1},"constructor":"x"}}'
  expect(await send(steps(`{"one":${inside}}`))).toBe(400)
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
  expect(
    await send(steps(`{"one":{"type":"message","name":"S","text":"x","pinned":${'['.repeat(500)}${']'.repeat(500)}}}`)),
  ).toBe(400)
})

test('while two hundred workflows are written, others are answered', async () => {
  const here = await givenFile()
  const ids = Array.from({ length: 200 }, newId)
  const workflows = ids.map((id, n) => {
    const steps = Array.from({ length: 20 }, (_, s) => [`s${s}`, { type: 'workflow', workflow_id: ids[(n + s) % 200] }])
    return workflow({}, { id, name: `W${n}`, ...flowOf(Object.fromEntries(steps)) })
  })
  let isDone = false
  const taking = here.take({ ...here.file, workflows }).finally(() => (isDone = true))
  let answered = 0
  while (!isDone) {
    expect((await app.anyone.get('/health')).status).toBe(200)
    answered++
  }
  expect((await taking).status).toBe(200)
  expect(answered).toBeGreaterThan(1)
})

test('what an import would refuse for its many values is not exported', async () => {
  const here = await givenFile()
  const value = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`v${n}`, n]))
  const workflow_ids: string[] = []
  for (let n = 0; n < 3; n++) workflow_ids.push((await here.create({ one: { type: 'set_state', values: value } })).id)
  await here.client.put(`${here.base}/employees/${here.teammate.id}`, { workflow_ids })
  const answer = await here.client.get(`${here.base}/employees/${here.teammate.id}/export`)
  expect(answer).toMatchObject({ status: 413, body: { code: 'TEAMMATE_TOO_LARGE' } })
})

test('an inactive organization may take and give teammates, as it may make them; it tries no tool', async () => {
  const { organization, owner } = await app.given.organization({ status: 'inactive' })
  const client = await app.as(owner)
  const base = `/api/organizations/${organization.id}/employees`
  const { file } = await givenFile()
  const { status, body } = await client.post(`${base}/import`, { ...file, workflows: [workflow({})] })
  expect(status).toBe(200)
  expect((await client.get(`${base}/${body.teammate.id}/export`)).status).toBe(200)
  const tried = await client.post(`${base}/${body.teammate.id}/tools/call`, { tool: 'workflow.take', input: {} })
  expect(tried).toMatchObject({ status: 403, body: { code: 'ORGANIZATION_INACTIVE' } })
})
