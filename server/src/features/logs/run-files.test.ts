import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { RunDetail } from '#contracts/logged-runs.ts'
import { VARIABLE_MASK } from '#contracts/variable-names.ts'
import { dropOldPayloads } from '#features/runs/jobs.ts'
import { runFiles, runSteps } from '#features/runs/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenPrivateChat, messageOf } from '#testing/chats/private-chat.ts'
import { startConnectedVendor } from '#testing/doubles/vendors/connected-vendor.ts'
import { loseProcess, startSteps } from '#testing/runs/started-flow.ts'
import { givenTriggers } from '#testing/runs/triggers.ts'
import { givenVariables } from '#testing/variables.ts'

/** Its clock is moved by months; three files fill an answer. */
const app = await ownTestApp({
  env: { CHAT_MAX_ATTACHMENTS: '3', CHAT_MAX_ATTACHMENT_SIZE_MB: '0.001', RUN_PAYLOAD_RETENTION_DAYS: '30' },
})

const creates = (...files: { name: string; content: string; encoding?: 'base64' }[]) => ({
  tool_calls: files.map((input) => ({ name: 'files__create', input })),
})
const able = { organization: { use_lazy_tools: false }, values: { tools: ['files.create'] } }
const report = { name: 'report.csv', content: 'a,b\n1,ü\n' }
const made = {
  name: 'report.csv',
  mime_type: 'text/csv',
  size: 9,
  data: Buffer.from(report.content).toString('base64'),
}
const detail = async (client: { get(path: string): Promise<{ body: RunDetail }> }, org: string, run: string) =>
  (await client.get(`/api/organizations/${org}/workflows/runs/${run}`)).body

test('a file that a teammate makes comes with its answer, saved or one-off, and from the run’s route', async () => {
  await using given = await givenPrivateChat(app, able)
  given.vendor.reply(creates(report), { text: 'Here it is.' })
  const { body } = await given.save('Make a report')
  expect(body.data).toMatchObject({ message: 'Here it is.', attachments: [made] })
  const result = given.sent().find(({ role }) => role === 'tool')?.content
  expect(JSON.parse(String(result))).toMatchObject({ name: 'report.csv', size: 9 })
  const shown = await given.client.get(`/api/private/workflow/run/${body.data.runId}`)
  expect(shown.body.data.attachments).toEqual([made])
  const isAnswer = ({ payload }: { payload: Record<string, unknown> }) => payload.id === body.data.assistantMessageId
  const done = await app.events.next('conversation.message_updated', isAnswer)
  expect(done.payload.attachments).toMatchObject([{ name: 'report.csv', mime_type: 'text/csv' }])

  given.vendor.reply(creates(report), { text: 'Here it is.' })
  const once = await given.ask('Make a report')
  expect(once.body.data).toMatchObject({ assistantMessageId: null, attachments: [made] })
})

test('the run’s attachment link opens what came and what was made, to anyone who sees the run', async () => {
  await using given = await givenPrivateChat(app, able)
  const data = Buffer.from('from outside').toString('base64')
  given.vendor.reply(creates({ name: 'page.html', content: '<script>alert(1)</script>' }), { text: 'Done.' })
  const { body } = await given.save('Read', {
    attachments: [{ name: 'in.txt', mime_type: 'text/plain', size: 12, data }],
  })
  const owner = await app.as(given.owner)
  const { files } = await detail(owner, given.organization.id, body.data.runId)
  expect(files.map(({ name, is_generated }) => [name, is_generated])).toEqual([
    ['in.txt', false],
    ['page.html', true],
  ])
  const [came, page] = files.map(({ url }) => url)
  expect(came).toMatch(
    new RegExp(`^/shared/attachments/${given.organization.id}/run/${body.data.runId}/attachment/[0-9a-f-]{36}$`),
  )
  const text = await owner.get(came ?? '')
  expect([text.body, text.headers.get('content-type')]).toEqual(['from outside', 'text/plain; charset=utf-8'])
  const opened = await owner.get(page ?? '')
  expect(opened.headers.get('content-type')).toBe('application/octet-stream')
  expect(opened.headers.get('content-disposition')).toContain('attachment')

  const outsider = await app.as((await app.given.organization()).owner)
  const member = await app.as(await app.given.membership(given.organization, 'member'))
  for (const client of [outsider, member]) {
    for (const url of [came, page]) expect((await client.get(url ?? '')).status).toBe(404)
  }
  for (const client of [app.anyone, given.client]) expect((await client.get(came ?? '')).status).toBe(401)
  given.vendor.reply({ text: 'Nothing.' })
  const another = (await given.ask('Hi')).body.data.runId
  expect((await owner.get((page ?? '').replace(body.data.runId, another))).status).toBe(404)
})

test('files beyond the limits are refused to the teammate, one after the other, and the answer is written all the same', async () => {
  await using given = await givenPrivateChat(app, able)
  const many = Array.from({ length: 8 }, (_, n) => ({ name: `${n}.txt`, content: `file ${n}` }))
  const wrong = [
    { name: 'large.txt', content: 'x'.repeat(2000) },
    { name: '../up.txt', content: 'x' },
    { name: 'exe\u202Egpj.exe', content: 'x' },
    { name: 'empty.txt', content: '' },
    { name: 'no.bin', content: 'not base64!', encoding: 'base64' as const },
  ]
  given.vendor.reply(creates(...wrong, ...many), { text: 'Three fit.' })
  const { body } = await given.save('Make them')
  expect(body.data.message).toBe('Three fit.')
  expect(body.data.attachments).toHaveLength(3)
  const results = given.sent().flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []))
  expect(results.slice(0, 5)).toEqual([
    expect.stringContaining('at most 0.001 MB'),
    expect.stringContaining('no name of a file'),
    expect.stringContaining('no name of a file'),
    expect.stringContaining('cannot be empty'),
    expect.stringContaining('no base64'),
  ])
  expect(results.filter((result) => result.includes('At most 3 files'))).toHaveLength(5)
})

test('a picture that the model draws comes with the answer', async () => {
  const { organization, private_key } = await app.given.organization()
  await using vendor = await startConnectedVendor('vendor_3')
  const { api_key, base_url } = vendor.connection
  await app.given.credential(organization, { provider: 'vendor_3', api_key, base_url })
  const model = await app.given.model({ provider: 'vendor_3', model: vendor.model })
  const { id } = await app.given.teammate(organization, { model: model.id })
  const drawn = (text: string) => ({ mime_type: 'image/png', data: Buffer.from(text).toString('base64') })
  vendor.double.reply({ text: '', images: [drawn('a cat'), drawn('a dog')] })
  const { body } = await app
    .withKey(private_key)
    .post(`/api/private/employee/${id}/messages`, { message: 'Draw them', channel: 'api' })
  expect(body.data.attachments).toEqual([
    { name: 'image-1.png', size: 5, ...drawn('a cat') },
    { name: 'image-2.png', size: 5, ...drawn('a dog') },
  ])
})

test('what an asked teammate makes comes with the answer of the one who asked', async () => {
  await using given = await givenPrivateChat(app, {
    organization: { use_lazy_tools: false },
    values: { tools: ['agent.call_teammate'], instructions: 'I am Ada.' },
  })
  const { model } = given.teammate
  const bob = await app.given.teammate(given.organization, { name: 'Bob', model, tools: ['files.create'] })
  const asks = { tool_calls: [{ name: 'agent__call_teammate', input: { teammate_id: bob.id, message: 'A report!' } }] }
  given.vendor.reply(asks, creates(report), { text: 'Bob made it.' }, { text: 'Here it is.' })
  const { body } = await given.save('Ask Bob')
  expect(body.data).toMatchObject({ message: 'Here it is.', attachments: [made] })
})

test('code makes files of texts and bytes, once however often its step begins, and never with a secret in them', async () => {
  const { organization, private_key, create } = await givenVariables(app)
  await create('TOKEN', 's3cr3t-välue', true)
  const key = app.withKey(private_key)
  const run = (code: string) =>
    startSteps(app, { a: { type: 'run_code', code, env_variables: ['TOKEN'] } }, { organization })
  const filesOf = async ({ id }: { id: string }) =>
    (await key.get(`/api/private/workflow/run/${id}`)).body.data.attachments

  const ran = await run(`
    createFile('report.csv', ${JSON.stringify(report.content)})
    createFile('dot.png', new Uint8Array([137, 80, 0, 255]).subarray(1))
    createFile('said.txt', 'token:\\0' + env.TOKEN)
    return 1`)
  const dot = { name: 'dot.png', mime_type: 'image/png', size: 3, data: Buffer.from([80, 0, 255]).toString('base64') }
  const madeFiles = await filesOf(ran)
  expect(madeFiles).toMatchObject([made, dot, { name: 'said.txt' }])
  expect(Buffer.from(madeFiles[2].data, 'base64').toString()).toBe(`token:\0${VARIABLE_MASK}`)
  const [step] = await ran.steps()
  expect(step?.payload.additional_data.files).toMatchObject([{ name: 'report.csv', size: 9 }, {}, {}])
  await app.ctx.db.delete(runSteps).where(eq(runSteps.run_id, ran.id))
  await loseProcess(app, ran)
  await expect.poll(ran.status).toBe('completed')
  expect((await filesOf(ran)).map(({ name }: { name: string }) => name)).toEqual(['report.csv', 'dot.png', 'said.txt'])

  const bytes = await run(
    `createFile('t.bin', Uint8Array.from(unescape(encodeURIComponent(env.TOKEN)), (c) => c.charCodeAt(0)))`,
  )
  expect(bytes.executed).toMatchObject({ error: expect.stringContaining('must not hold a secret') })
  for (const [code, error] of [
    ['for (let n = 0; n < 4; n++) createFile(n + ".txt", "x")', /3\.txt: At most 3 files/],
    ['createFile("a/b", "x")', /no name of a file/],
    ['createFile("a.txt", 7)', /TypeError: A file is made of a text or of bytes/],
    ['for (let n = 0; n < 99; n++) createFile("x", "y".repeat(1e6))', /too large|50 files|memory/],
    [
      'String.fromCharCode = null; Uint8Array.prototype.subarray = null; createFile("a.bin", new Uint8Array(9)); throw 1',
      /^1$/,
    ],
  ] as const) {
    const failed = await run(code)
    expect(failed.executed).toMatchObject({ status: 'failed', error: expect.stringMatching(error) })
  }
})

test('a workflow that a program triggers hands its files out on the run’s route', async () => {
  const given = await givenTriggers(app, {
    make: { type: 'run_code', code: `createFile('report.csv', 'a,b\\n1,ü\\n')` },
  })
  const key = app.withKey(given.private_key)
  const { body } = await key.post(`/api/private/trigger/${given.workflow.id}`, {})
  const shown = await key.get(`/api/private/workflow/run/${body.data.runId}`)
  expect(shown.body.data.attachments).toEqual([made])
})

test('files go with the payloads of their run, and those of an answer stay with it', async () => {
  await using given = await givenPrivateChat(app, able)
  given.vendor.reply(creates(report), { text: 'Kept.' }, creates(report), { text: 'Once.' })
  const kept = (await given.save('Make a report')).body.data
  const once = (await given.ask('Make a report')).body.data
  app.clock.advance(40 * 86_400_000)
  await app.runJob(dropOldPayloads)
  expect(await app.ctx.db.select().from(runFiles)).toEqual([])
  const owner = await app.as(given.owner)
  expect((await detail(owner, given.organization.id, once.runId)).files).toEqual([])
  const { files } = await detail(owner, given.organization.id, kept.runId)
  expect(files).toMatchObject([{ name: 'report.csv', is_generated: true }])
  expect((await owner.get(files[0]?.url ?? '')).body).toBe(report.content)
  expect((await messageOf(app, kept.assistantMessageId)).content).toBe('Kept.')
})
