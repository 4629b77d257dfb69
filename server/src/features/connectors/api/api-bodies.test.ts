import { afterAll, expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { storageClient } from '#testing/storage/storage.ts'
import { givenApi } from '#testing/tools/api-connectors.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })

const customer = { schema: { type: 'object', properties: { name: { type: 'string' } } } }
const CONTENTS = {
  dated: { 'application/json;version=2018-01-01': customer },
  minimal: { 'application/json; odata=minimalmetadata': customer },
  patch: { 'application/xml': customer, 'application/merge-patch+json; charset=utf-8': customer },
  unnamed: { '': customer },
  any: { 'text/plain': customer, '*/*': customer },
  xml: { 'application/octet-stream': {}, 'application/xml; charset=utf-8': customer },
  'text-xml': { 'text/xml': customer },
  yaml: { 'application/x-yaml': customer },
  'old-json': { 'application/x-json': customer },
  loose: { 'text/plain; utf-8': { schema: { type: 'string' } } },
  bytes: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  picture: { 'image/*': {} },
  broken: { 'application/json\r\nx-more: 1': customer },
}

/** An API that takes a body of each type. */
const given = await givenApi(app, {
  operations: Object.keys(CONTENTS).flatMap((name) => (name === 'broken' ? [] : `POST /${name}`)),
  document: () => ({
    openapi: '3.0.3',
    paths: Object.fromEntries(
      Object.entries(CONTENTS).map(([name, content]) => [
        `/${name}`,
        { post: { operationId: name, requestBody: { required: true, content } } },
      ]),
    ),
  }),
})
afterAll(() => given[Symbol.asyncDispose]())
const storage = storageClient(given.person, `${given.base}/storage`)
await storage.folder('photos')
await storage.upload('front.png', 'a picture', 'photos')
await given.person.post(`${storage.base}/folder/share`, {
  path: 'photos',
  permission: 'read',
  employee_id: given.teammate.id,
})

const BYTES = Buffer.from([0, 1, 2, 3, 0x7f])
const file = { name: 'a.bin', content: BYTES.toString('base64'), encoding: 'base64' }

test.each([
  ['dated', { name: 'Ada' }, 'application/json;version=2018-01-01', '{"name":"Ada"}'],
  ['minimal', { name: 'Ada' }, 'application/json; odata=minimalmetadata', '{"name":"Ada"}'],
  ['patch', { name: 'Ada' }, 'application/merge-patch+json; charset=utf-8', '{"name":"Ada"}'],
  ['unnamed', { name: 'Ada' }, 'application/json', '{"name":"Ada"}'],
  ['any', 'Ada', 'text/plain', 'Ada'],
  ['xml', '<name>Ada</name>', 'application/xml; charset=utf-8', '<name>Ada</name>'],
  ['text-xml', '<name>Ada</name>', 'text/xml', '<name>Ada</name>'],
  ['old-json', { name: 'Ada' }, 'application/x-json', '{"name":"Ada"}'],
  ['yaml', 'name: Ada\n', 'application/x-yaml', 'name: Ada\n'],
  ['loose', 'Ada', 'text/plain; utf-8', 'Ada'],
  ['bytes', file, 'application/octet-stream', BYTES.toString()],
  ['bytes', { path: 'photos/front.png' }, 'application/octet-stream', 'a picture'],
  ['picture', { path: 'photos/front.png' }, 'image/png', 'a picture'],
] as const)('a body for %s, given as %j, is sent as %s', async (name, body, type, sent) => {
  const { isError, text } = await given.call(name, { body })
  expect([isError, text]).toEqual([false, expect.any(String)])
  const last = given.api.last()
  expect([last?.headers['content-type'], last?.body]).toEqual([type, sent])
})

test.each([
  ['bytes', 'a text', /body is a file: give \{ path \}/],
  ['bytes', { path: 'photos/none.png' }, /none\.png|not found/i],
  ['picture', { name: 'a', content: '$$', encoding: 'base64' }, /not valid base64/],
] as const)('a file for %s that is given as %j is refused with a sentence', async (name, body, sentence) => {
  const before = given.api.asked.length
  const { isError, text } = await given.call(name, { body })
  expect([isError, text]).toEqual([true, expect.stringMatching(sentence)])
  expect(given.api.asked).toHaveLength(before)
})

test('a model reads how a body is given', async () => {
  expect((await given.schemaOf('dated')).properties.body).toMatchObject({ properties: { name: { type: 'string' } } })
  for (const name of ['xml', 'text-xml'])
    expect((await given.schemaOf(name)).properties.body).toMatchObject({ type: 'string' })
  expect((await given.schemaOf('bytes')).properties.body).toMatchObject({ properties: { path: {}, content: {} } })
})

test.each([
  ['would be another header', Object.keys(CONTENTS.broken)[0]],
  ['is very long', `application/json${'-json'.repeat(100_000)}`],
] as const)('a type that %s is none', async (_, type = '') => {
  const { body } = await given.person.post(`${given.base}/mcps/openapi`, {
    document: JSON.stringify({
      openapi: '3.0.3',
      paths: { '/x': { post: { requestBody: { required: true, content: { [type]: customer } } } } },
    }),
  })
  expect(body.operations).toMatchObject([{ problem: expect.stringContaining('is not supported') }])
})
