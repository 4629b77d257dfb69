import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { API_KEY } from '#testing/doubles/customer-api.ts'
import type { ServedTool } from '#testing/doubles/tool-server.ts'
import { MAX_DELAY_MS, processorTimeMs } from '#testing/processor-time.ts'
import { givenApi } from '#testing/tools/api-connectors.ts'
import { givenConnector } from '#testing/tools/connectors.ts'
import { givenHosted } from '#testing/tools/hosted.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1', CHAT_MAX_ATTACHMENTS: '12' } })

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n')
/** Tells pictures apart: what follows the end of one is not read. */
const picture = (n: number) => Buffer.concat([PNG, Buffer.from(String(n))])

type Content = Awaited<ReturnType<NonNullable<ServedTool['call']>>>['content']
const image = (bytes: Buffer, mimeType = 'image/png') => ({
  type: 'image' as const,
  data: bytes.toString('base64'),
  mimeType,
})
const resource = (uri: string, bytes: Buffer, mimeType?: string) => ({
  type: 'resource' as const,
  resource: { uri, blob: bytes.toString('base64'), ...(mimeType && { mimeType }) },
})
const toolReturning = (content: Content): ServedTool => ({ name: 'shoot', call: () => ({ content }) })

/** A teammate that calls a tool with this result, and what it answered. */
async function givenResult(content: Content, options: Parameters<typeof givenConnector>[1] = {}) {
  const given = await givenConnector(app, { tools: [toolReturning(content)], ...options })
  await given.test()
  const askForIt = async () => {
    const call = { id: 'a', name: 'crm__shoot', input: {} }
    given.vendor.reply({ text: '', tool_calls: [call] }, { text: 'Here it is.' })
    const { body } = await given.ask('Show me.')
    const result = given.sent().find(({ role }) => role === 'tool')
    return {
      files: body.data.attachments as { name: string; mime_type: string; data: string }[],
      text: String(result?.content),
    }
  }
  return Object.assign(given, { askForIt })
}
const bytesOf = ({ data }: { data: string }) => Buffer.from(data, 'base64')

test.each(['self_contained', 'sessions', 'sse'] as const)(
  'pictures and files in the result of a server that speaks %s are attached to the answer, and the model is told',
  async (speaking) => {
    const content = [
      { type: 'text' as const, text: 'The page.' },
      image(PNG),
      resource('file:///reports/June%20report.pdf?v=2', PDF),
    ]
    await using given = await givenResult(content, { speaking })
    const { files, text } = await given.askForIt()
    expect(files).toMatchObject([
      { name: expect.stringMatching(/^shoot-[0-9a-f]{8}\.png$/), mime_type: 'image/png' },
      { name: expect.stringMatching(/^June report-[0-9a-f]{8}\.pdf$/), mime_type: 'application/pdf' },
    ])
    expect(files.map(bytesOf)).toEqual([PNG, PDF])
    const lines = files.map((file) => `[${file.name}, ${file.mime_type}, ${bytesOf(file).length} bytes: attached`)
    expect(text).toContain(`The page.\n${lines[0]} to your answer]\n${lines[1]}`)
    expect(text).not.toContain(PNG.toString('base64'))
  },
)

test('nothing that a server says of its files is believed: neither type nor name', async () => {
  await using given = await givenResult([
    image(PDF, 'image/png'),
    image(Buffer.from('<script>alert(1)</script>'), 'image/svg+xml'),
    resource('file:///etc/..%2f..%2F.%2Fpasswd%00%E2%80%AEgnp.exe', gzipSync('x'), 'text/plain'),
    resource(`mail:${'ж'.repeat(500)}.csv`, Buffer.from('a,b\n'), 'image/png'),
    resource('x:/cars.csv', Buffer.from('BMW,4711\n'), 'text/csv'),
    resource('x:/Ann.vcf', Buffer.from('BEGIN:VCARD\nEND:VCARD\n')),
    resource('x:/%E0%A4%A', Buffer.from([0, 1, 2, 255])),
    resource('', Buffer.from('b')),
    resource(`x:/a.${'b'.repeat(500)}`, Buffer.from([0, 255])),
  ])
  const { files } = await given.askForIt()
  expect(files.map(({ name, mime_type }) => [name.replace(/-[0-9a-f]{8}/, ''), mime_type])).toEqual([
    ['shoot.pdf', 'application/pdf'],
    ['shoot.txt', 'text/plain'],
    ['.....passwdgnp.exe.gz', 'application/gzip'],
    [`mail:${'ж'.repeat(145)}.csv`, 'text/csv'],
    ['cars.csv', 'text/csv'],
    ['Ann.vcf', 'text/vcard'],
    ['%E0%A4%A.bin', 'application/octet-stream'],
    ['shoot.txt', 'text/plain'],
    [`a.${'b'.repeat(148)}.bin`, 'application/octet-stream'],
  ])
})

test('of a result with too many files the first are attached, and what is no file is reported as such', async () => {
  const many = Array.from({ length: 20 }, (_, n) => image(picture(n)))
  await using given = await givenResult([image(Buffer.from('')), ...many])
  const { files, text } = await given.askForIt()
  expect(files.map(bytesOf)).toEqual(many.slice(0, 9).map((_, n) => picture(n)))
  expect(text).toMatch(/^\[shoot was left out: A file cannot be empty\]\n/)
  expect(text).toMatch(/\n\[11 more files were left out\]$/)
})

test('two results of one step with files of the same name leave both, and the same file once', async () => {
  let n = 0
  const call = () => ({ content: [resource('x:/page.png', picture(Math.min(n++, 1)))] })
  await using given = await givenConnector(app, { tools: [{ name: 'shoot', call }] })
  await given.test()
  const calls = ['a', 'b', 'c'].map((id) => ({ id, name: 'crm__shoot', input: {} }))
  given.vendor.reply({ text: '', tool_calls: calls }, { text: 'Here.' })
  const { body } = await given.ask('Show me.')
  expect(body.data.attachments.map(bytesOf)).toHaveLength(2)
  expect(body.data.attachments.map(bytesOf)).toEqual(expect.arrayContaining([picture(0), picture(1)]))
})

test('a program that calls the tool at the hosted endpoint gets its files', async () => {
  await using given = await givenResult([{ type: 'text', text: 'The page.' }, image(PNG)])
  const hosted = await givenHosted(app, given.owner, given.teammate)
  const { result } = (await hosted.call('crm__shoot')).body
  expect(result.content).toMatchObject([
    { type: 'text', text: expect.stringContaining('The page.\n[shoot-') },
    { type: 'resource_link', mimeType: 'image/png', size: PNG.length },
    { type: 'resource', resource: { mimeType: 'image/png', blob: PNG.toString('base64') } },
  ])
})

test('a secret that a server sends back in a file of text is masked there', async () => {
  await using given = await givenResult([resource('x:/token-of-the-crm.txt', Buffer.from('key: token-of-the-crm'))], {
    key: 'token-of-the-crm',
    headers: { Authorization: 'Bearer {{TOKEN}}' },
  })
  await given.person.post(`${given.base}/variables`, {
    placeholder: 'TOKEN',
    value: 'token-of-the-crm',
    is_secret: true,
  })
  await given.test()
  const { files, text } = await given.askForIt()
  expect(files.map((file) => String(bytesOf(file)))).toEqual(['key: ••••••••'])
  expect(text + JSON.stringify(files)).not.toContain('token-of-the-crm')
})

const bytesAsLetters = (text: string) => Buffer.from(text).toString('latin1')

test.each([
  ['encoded', "attachment; filename*=UTF-8''Rechnung%20%E2%82%AC%207.pdf"],
  [
    'encoded, beside a plain one',
    'attachment; filename="invoice.pdf"; filename*=UTF-8\'\'Rechnung%20%E2%82%AC%207.pdf',
  ],
  ['in the letters of UTF-8', bytesAsLetters('attachment; filename="Rechnung € 7.pdf"')],
])('an answer of an API that is no text is attached, by the name that it has there, %s', async (_, disposition) => {
  await using given = await givenApi(app)
  given.api.answer((response) =>
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': disposition,
      })
      .end(PDF),
  )
  given.vendor.reply(
    { text: '', tool_calls: [{ id: 'a', name: 'crm__get_customers_id', input: { id: '7' } }] },
    { text: 'Your invoice.' },
  )
  const { body } = await given.ask('My invoice, please.')
  expect(body.data.attachments).toMatchObject([
    { name: expect.stringMatching(/^Rechnung € 7-[0-9a-f]{8}\.pdf$/), mime_type: 'application/pdf' },
  ])
  expect(bytesOf(body.data.attachments[0])).toEqual(PDF)
  expect(JSON.stringify(given.sent())).toContain('attached to your answer')
})

test.each([
  ['application/vnd.api+json', Buffer.from('{"a":1}'), '"body":{"a":1}'],
  ['image/svg+xml', Buffer.from('<svg/>'), 'createCustomer-'],
  ['application/octet-stream', Buffer.from(`key: ${API_KEY}`), '.txt, text/plain'],
  ['image/png', Buffer.concat([PNG, Buffer.from(API_KEY)]), 'createCustomer was left out: It holds a secret variable'],
  ['image/png', Buffer.from(''), '"body":""'],
  ['', Buffer.from('plain'), '"body":"plain"'],
  ['image/png', Buffer.alloc(11 * 1024 * 1024), 'longer than the'],
])('an API that answers with %s is shown or attached', async (type, bytes, expected) => {
  await using given = await givenApi(app)
  const headers = { ...(type && { 'content-type': type }), 'content-disposition': 'nonsense; filename' }
  given.api.answer((response) => response.writeHead(200, headers).end(bytes))
  const { text } = await given.call('createCustomer', { body: { name: 'x' } })
  expect(text).toContain(expected)
  expect(text).not.toContain(API_KEY)
})

test('a long secret that is almost everywhere in a result is looked for in time that grows with the result', async () => {
  const half = 'a'.repeat(7500)
  const secret = { headers: { 'X-Note': '{{NOTE}}' } }
  const text = 'a'.repeat(2_000_000)
  await using given = await givenResult([{ type: 'text', text }], secret)
  const variable = { placeholder: 'NOTE', value: `${half}b${half}`, is_secret: true }
  expect((await given.person.post(`${given.base}/variables`, variable)).status).toBeLessThan(300)
  const spentMs = await processorTimeMs(async () => expect((await given.askForIt()).text).toContain('aaa'))
  expect(spentMs).toBeLessThan(MAX_DELAY_MS)

  await using other = await givenApi(app, secret)
  await other.person.post(`${other.base}/variables`, variable)
  const headers = { 'content-type': 'application/octet-stream' }
  other.api.answer((response) => response.writeHead(200, headers).end('a'.repeat(9_000_000)))
  const alsoSpentMs = await processorTimeMs(async () =>
    expect((await other.call('createCustomer', { body: { name: 'x' } })).text).toContain('9000000 bytes'),
  )
  expect(alsoSpentMs).toBeLessThan(MAX_DELAY_MS)
})
