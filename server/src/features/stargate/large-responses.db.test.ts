import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { storageBlobs } from '#features/storage/table.ts'
import { testApp } from '#testing/app.ts'
import { givenGateway } from '#testing/tools/stargate.ts'

const app = await testApp()
const MB = 1024 * 1024

test('a response of 2 MB is the output of its step, also where the flow does not read it', async () => {
  const { create, program, poll, answer, result } = await givenGateway(app)
  const flow = await create({ ask: { type: 'stargate', system: 'crm', uri: '/' } })
  const started = await program.post(`/api/private/trigger/${flow.id}`, {})
  const [task] = await poll()
  const text = 'words '.repeat((2 * MB) / 6)
  expect((await answer(task?.stargate_task_id ?? '', text)).status).toBe(200)
  expect(await result(started.body.data.runId)).toBe(text)
})

test('a response that is too large for a row is a file of the run, and the run continues', async () => {
  const { create, program, poll, answer, statusOf, client, path } = await givenGateway(app)
  const ask = { type: 'stargate', system: 'crm', uri: '/' }
  const quiet = await create({ ask: { ...ask, next: 'say' }, say: { type: 'message', text: 'Done' } })
  const reading = await create({ ask: { ...ask, next: 'say' }, say: { type: 'message', text: '{{output.ask}}' } })
  const text = 'words é '.repeat(MB)
  const ended: [string, string][] = []
  for (const workflow of [quiet, reading]) {
    const started = await program.post(`/api/private/trigger/${workflow.id}`, {})
    const [task] = await poll()
    expect((await answer(task?.stargate_task_id ?? '', text, 'application/octet-stream')).status).toBe(200)
    const id = started.body.data.runId
    await expect.poll(() => statusOf(id)).toMatch(/completed|failed/)
    ended.push([id, (await statusOf(id)) ?? ''])
  }
  expect(ended.map(([, status]) => status)).toEqual(['completed', 'failed'])
  const run = (await client.get(`${path}/runs/${ended[0]?.[0]}`)).body
  expect(run.files).toMatchObject([{ name: 'response.txt', size: Buffer.byteLength(text), is_generated: false }])
  expect(await (await client.send(run.files[0].url, { method: 'GET' })).text()).toBe(text)
  const failed = (await program.get(`/api/private/workflow/run/${ended[1]?.[0]}`)).body.data
  expect(failed.error).toContain('{{output.ask}} has 9 MB')
  expect(failed.attachments).toEqual([])
})

test('a large response to a task that does not wait, or of another organization, is refused and stores nothing', async () => {
  const mine = await givenGateway(app)
  const other = await givenGateway(app)
  const run = await mine.start()
  const [task] = await mine.poll()
  const id = task?.stargate_task_id ?? ''
  const text = 'x'.repeat(5 * MB)
  expect((await other.answer(id, text)).status).toBe(404)
  expect((await mine.answer(id, 'short')).status).toBe(200)
  expect((await mine.answer(id, text)).status).toBe(400)
  await mine.result(run)
  for (const { organization } of [mine, other]) {
    const blobs = app.ctx.db.select().from(storageBlobs).where(eq(storageBlobs.organization_id, organization.id))
    expect(await blobs).toEqual([])
  }
})
