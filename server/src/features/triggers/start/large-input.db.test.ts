import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { storageBlobs } from '#features/storage/table.ts'
import { testApp } from '#testing/app.ts'
import { givenWorkflows } from '#testing/runs/workflows.ts'

const MB = 1024 * 1024
const app = await testApp()

const large = (name: string) => JSON.stringify({ name, text: `${name} é `.repeat(MB), note: 'short' })

async function givenLargeInput() {
  const given = await givenWorkflows(app)
  const program = app.withKey(given.private_key)
  const workflow = await given.create({
    greet: { type: 'message', text: 'Hello {{input.name}}, {{input.note}}' },
  })
  const send = async (body: string, type = 'application/json', workflow_id = workflow.id) => {
    const init = { method: 'POST', body, headers: { 'content-type': type } }
    const response = await program.send(`/api/private/trigger/${workflow_id}`, init)
    const answer = (await response.json()) as { error?: string; data: { runId: string; result: unknown } }
    return { status: response.status, body: answer }
  }
  const detail = async (run_id: string) => (await given.client.get(`${given.path}/runs/${run_id}`)).body
  const download = async (url: string, client = given.client) => {
    const response = await client.send(url, { method: 'GET' })
    return { status: response.status, text: await response.text() }
  }
  return { ...given, program, workflow, send, detail, download }
}

const namedBlobs = (organization_id: string) =>
  app.ctx.db.select().from(storageBlobs).where(eq(storageBlobs.organization_id, organization_id))

test('a body that is too large for a row starts the workflow, and is downloaded whole from the log', async () => {
  const { send, detail, download, program } = await givenLargeInput()
  for (const [type, sent, name] of [
    ['application/json', large('Ann'), 'request-body.json'],
    [
      'application/x-www-form-urlencoded',
      new URLSearchParams({ name: 'Ann', text: 'some words '.repeat(MB / 2), note: 'short' }).toString(),
      'request-body.txt',
    ],
  ] as const) {
    const started = await send(sent, type)
    expect(started).toMatchObject({ status: 200, body: { data: { result: 'Hello Ann, short' } } })
    const run = await detail(started.body.data.runId)
    expect(run.input).toMatchObject({
      name: 'Ann',
      note: 'short',
      text: { $large_text: { preview: expect.any(String) } },
    })
    expect(run.files).toMatchObject([{ name, size: Buffer.byteLength(sent), is_generated: false }])
    expect(await download(run.files[0].url)).toEqual({ status: 200, text: sent })
    const outsider = await givenWorkflows(app)
    expect((await download(run.files[0].url, outsider.client)).status).toBe(404)
    // It is not a result of the run.
    const result = await program.get(`/api/private/workflow/run/${started.body.data.runId}`)
    expect(result.body.data.attachments).toEqual([])
  }
})

test('a step that reads a text of the input that was too large fails and says how much it can use', async () => {
  const { send, create } = await givenLargeInput()
  for (const text of ['{{input.text}}', '{{input.text.length}}']) {
    const workflow = await create({ say: { type: 'message', text } })
    const { status, body } = await send(large('Ann'), 'application/json', workflow.id)
    expect(status).toBe(422)
    expect(body.error).toMatch(
      /^\{\{input\.text(\.length)?\}\} has 7 MB, and a step can use at most 1,000,000 characters/,
    )
  }
})

test('what looks like a text that was left out gives access to nothing', async () => {
  const { send, create, detail } = await givenLargeInput()
  const workflow = await create({ say: { type: 'message', text: 'Hello' } })
  const sent = JSON.stringify({ text: { $large_text: { bytes: 5, preview: 'x', hash: 'x' } } })
  const { body } = await send(sent, 'application/json', workflow.id)
  expect((await detail(body.data.runId)).files).toEqual([])
})

test('a run that is started again has the body of the first', async () => {
  const { send, detail, download, client, path } = await givenLargeInput()
  const sent = large('Bob')
  const first = (await send(sent)).body.data.runId
  const again = await client.post(`${path}/runs/${first}/rerun`, {})
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  const { files } = await detail(again.body.run_id)
  expect(await download(files[0].url)).toEqual({ status: 200, text: sent })
})

test('a body that is broken off or malformed leaves nothing behind', async () => {
  const { private_key, workflow, organization, send } = await givenLargeInput()
  const spooled = async () => (await readdir(join(app.config.DATA_DIR, 'blobs', 'spool')).catch(() => [])).length
  const before = await spooled()
  const socket = connect(Number(new URL(app.base_url).port), '127.0.0.1')
  const head = `POST /api/private/trigger/${workflow.id} HTTP/1.1\r\nhost: x\r\napi-key: ${private_key}\r\n`
  socket.write(`${head}content-type: application/json\r\ncontent-length: ${300 * MB}\r\n\r\n{"text":"`)
  socket.write('x'.repeat(6 * MB))
  await expect.poll(spooled).toBe(before + 1)
  socket.destroy()
  await once(socket, 'close')
  await expect.poll(spooled).toBe(before)
  expect((await send(`{"text":"${'x'.repeat(6 * MB)}`)).status).toBe(400)
  await expect.poll(spooled).toBe(before)
  expect(await namedBlobs(organization.id)).toEqual([])
})
