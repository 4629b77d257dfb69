import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attachments } from '#features/conversations/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenPrivateChat, runsOf, saved } from '#testing/chats/private-chat.ts'

const app = await ownTestApp({
  env: {
    CHAT_MAX_ATTACHMENTS: '3',
    CHAT_MAX_ATTACHMENT_SIZE_MB: '0.001',
    CHAT_MAX_TOTAL_ATTACHMENT_SIZE_MB: '0.002',
    OBJECT_STORE_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  },
})

const LIMITS = { maxAttachmentCount: 3, maxAttachmentSizeBytes: 1048, maxTotalAttachmentSizeBytes: 2097 }
const file = (name: string, bytes: number | Buffer, mime_type = 'text/plain') => {
  const content = typeof bytes === 'number' ? Buffer.alloc(bytes, 'x') : bytes
  return { name, mime_type, size: Math.max(1, content.length), data: content.toString('base64') }
}
const ready = (is_multimodal = true) => givenPrivateChat(app, { values: { model_values: { is_multimodal } } })

test.each([
  ['MAX_ATTACHMENT_COUNT', ['a', 'b', 'c', 'd'].map((name) => file(name, 10)), ['a', 'b', 'c', 'd']],
  ['MAX_ATTACHMENT_SIZE', [file('small', 10), file('large', 1100)], ['large']],
  ['MAX_TOTAL_ATTACHMENT_SIZE', ['a', 'b', 'c'].map((name) => file(name, 900)), ['a', 'b', 'c']],
])(
  '%s: files beyond the limit are refused, named, with the limits, and nothing is saved',
  async (reason, files, named) => {
    await using given = await ready()
    for (const send of [given.save, given.ask]) {
      const { status, body } = await send('See here', { attachments: files })
      expect(status).toBe(422)
      expect(body).toMatchObject({ success: false, code: 'ATTACHMENT_LIMIT_EXCEEDED', reason, limits: LIMITS })
      expect(body.files.map(({ name }: { name: string }) => name)).toEqual(named)
    }
    expect(await runsOf(app, given.organization)).toEqual([])
    expect(given.vendor.requests).toEqual([])
  },
)

test('the size that counts is the one that came, not the one that was declared', async () => {
  await using given = await ready()
  const lying = { ...file('large', 1100), size: 1 }
  expect((await given.save('See here', { attachments: [lying] })).body.reason).toBe('MAX_ATTACHMENT_SIZE')
  const modest = { ...file('small', 10), size: 999_999_999 }
  await given.save('See here', { attachments: [modest] })
  const [row] = await app.ctx.db
    .select()
    .from(attachments)
    .where(eq(attachments.organization_id, given.organization.id))
  expect(row?.size).toBe(10)
})

test('what is no base64, has no name or no size is refused', async () => {
  await using given = await ready()
  for (const broken of [{ data: 'not base64!' }, { name: ' ' }, { size: 0 }, { mime_type: '' }]) {
    const { status } = await given.save('See', { attachments: [{ ...file('a.txt', 10), ...broken }] })
    expect(status).toBe(400)
  }
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
/** The first bytes of both are those of the format. */
const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), randomBytes(200)])
const HEIC = Buffer.concat([Buffer.from('00000018667479706865696300000000', 'hex'), randomBytes(200)])

test('a model is shown what a picture is, whatever it is called, and none that it cannot read', async () => {
  await using given = await ready()
  const sent = [
    file('screenshot.png', JPEG, 'image/jpg'),
    file('photo.jpg', HEIC, 'image/jpeg'),
    file('a.png', PNG, 'image/x-png'),
  ]
  await given.save('What is this?', { attachments: sent })
  expect(given.sent().at(-1)?.content).toEqual([
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${JPEG.toString('base64')}` } },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG.toString('base64')}` } },
  ])
})

test('a picture reaches a model that can see, other files stay on the saved message', async () => {
  await using given = await ready()
  const picture = file('photo.png', PNG, 'image/png')
  await given.save('What is this?', { attachments: [picture, file('notes.txt', 40)] })
  const content = given.sent().at(-1)?.content
  expect(content).toEqual([
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${picture.data}` } },
  ])
  const list = await given.client.get(`${given.path}?channel=api&conversation_id=order-1`)
  const [answer, question] = list.body.data
  expect(answer.attachments).toEqual([])
  expect(question.attachments.map(({ name }: { name: string }) => name).sort()).toEqual(['notes.txt', 'photo.png'])
  expect(question.attachments[0]).toMatchObject({
    is_encrypted: true,
    url: expect.stringContaining('/shared/attachments/'),
  })
})

test('a picture does not reach a model that cannot see', async () => {
  await using given = await ready(false)
  const picture = file('photo.png', randomBytes(300), 'image/png')
  await given.ask('What is this?', { attachments: [picture] })
  expect(JSON.stringify(given.sent())).not.toContain(picture.data)
  expect(JSON.stringify(given.sent().at(-1)?.content)).toContain('What is this?')
})

test('files without a word are a message all the same: the model is told what came', async () => {
  await using blind = await ready(false)
  const picture = file('photo.png', randomBytes(300), 'image/png')
  await blind.client.post(blind.path, { ...saved(''), attachments: [picture, file('notes.txt', 40)] })
  expect(blind.sent().map(({ role }) => role)).toEqual(['system', 'user'])
  expect(JSON.stringify(blind.sent().at(-1)?.content)).toMatch(/photo\.png, notes\.txt/)

  blind.vendor.reply({ text: 'Again.' })
  await blind.save('And?')
  expect(JSON.stringify(blind.sent())).toMatch(/photo\.png, notes\.txt/)
})

test('with an object-store key the bytes on disk are not the ones that came', async () => {
  await using given = await ready()
  const secret = `a secret ${randomBytes(8).toString('hex')}`
  await given.save('Keep this', { attachments: [file('secret.txt', Buffer.from(secret))] })
  const names = await readdir(join(app.config.DATA_DIR, 'blobs'), { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(0)
  for (const { parentPath, name } of files) {
    expect((await readFile(join(parentPath, name))).includes(secret)).toBe(false)
  }
})

test('the files of an answer come with it, whole, also those that are encrypted at rest', async () => {
  await using given = await givenPrivateChat(app, {
    organization: { use_lazy_tools: false },
    values: { tools: ['files.create'] },
  })
  const input = { name: 'report.txt', content: 'a report' }
  given.vendor.reply({ tool_calls: [{ name: 'files__create', input }] }, { text: 'Here it is.' })
  const { body } = await given.save('Make a report')
  const data = Buffer.from(input.content).toString('base64')
  expect(body.data.attachments).toEqual([{ name: 'report.txt', mime_type: 'text/plain', size: 8, data }])
  const [stored] = await app.ctx.db.select().from(attachments).where(eq(attachments.name, 'report.txt'))
  expect(stored?.is_encrypted).toBe(true)
})
