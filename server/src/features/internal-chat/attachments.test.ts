import { afterAll, expect, test } from 'vitest'
import { startTestApp, testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { runsOf } from '#testing/chats/private-chat.ts'

const app = await testApp()
const small = await startTestApp({
  env: { CHAT_MAX_ATTACHMENT_SIZE_MB: '0.001', CHAT_MAX_TOTAL_ATTACHMENT_SIZE_MB: '0.002' },
})
afterAll(() => small.close())

const MB = 1024 * 1024
const file = (name: string, bytes: number) => {
  const content = Buffer.alloc(bytes, 'x')
  return { name, mime_type: 'text/plain', size: bytes, data: content.toString('base64') }
}
const named = (count: number, bytes: number) => Array.from({ length: count }, (_, n) => file(`file-${n}.txt`, bytes))

test('ten files may come with a message and no more, and anyone who sends more is told the limits', async () => {
  await using given = await givenInternalChat(app)
  await given.sendAndWait('Ten', { attachments: named(10, 10) })
  const { data } = (await given.client.get(`${given.path}/messages`)).body
  expect(data[1].attachments).toHaveLength(10)

  const refused = await given.send('Eleven', { attachments: named(11, 10) })
  expect(refused).toMatchObject({
    status: 422,
    body: {
      success: false,
      code: 'ATTACHMENT_LIMIT_EXCEEDED',
      reason: 'MAX_ATTACHMENT_COUNT',
      limits: { maxAttachmentCount: 10, maxAttachmentSizeBytes: 10 * MB, maxTotalAttachmentSizeBytes: 30 * MB },
    },
  })
  expect(refused.body.files).toHaveLength(11)
  expect(await runsOf(app, given.organization)).toHaveLength(1)
})

test('a file that is too large, or too much together, is refused by name, and no chat is begun', async () => {
  await using given = await givenInternalChat(small)
  const large = await given.send('See', { attachments: [file('small', 10), file('large', 1100)] })
  expect(large).toMatchObject({ status: 422, body: { reason: 'MAX_ATTACHMENT_SIZE', files: [{ name: 'large' }] } })
  const much = await given.send('See', { attachments: named(3, 900) })
  expect(much).toMatchObject({ status: 422, body: { reason: 'MAX_TOTAL_ATTACHMENT_SIZE', files: [{}, {}, {}] } })
  expect((await given.client.get(`${given.path}/messages`)).body.conversation).toBeNull()
})

test('files without a word are a message: the model is told what came, and the chat is called after them', async () => {
  await using given = await givenInternalChat(app)
  await given.sendAndWait('', { attachments: [file('report.txt', 20)] })
  expect(JSON.stringify(given.vendor.requests.at(-1)?.body)).toContain('report.txt')
  expect((await given.history()).data).toMatchObject([{ temporary_title: 'report.txt' }])
  const { data } = (await given.client.get(`${given.path}/messages`)).body
  expect(data[1]).toMatchObject({ content: '', attachments: [{ name: 'report.txt', size: 20 }] })
})

test('neither words nor files are no message', async () => {
  await using given = await givenInternalChat(app)
  expect(await given.send('  ')).toMatchObject({ status: 400, body: { issues: [{ path: 'message' }] } })
})
