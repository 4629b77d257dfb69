import { afterAll, expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { send } from '#testing/doubles/customer-api.ts'
import { MAX_DELAY_MS, processorTimeMs } from '#testing/processor-time.ts'
import { storageClient } from '#testing/storage/storage.ts'
import { givenApi } from '#testing/tools/api-connectors.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTOR_TIMEOUT: '10' } })

const CONTENT = {
  schema: { allOf: [{ $ref: '#/components/schemas/Upload' }, { required: ['photo'] }] },
  encoding: {
    photo: { contentType: 'image/png, image/jpeg' },
    lines: { contentType: 'text/csv' },
    raw: { contentType: 'application/json' },
    words: { style: 'pipeDelimited', explode: false },
  },
}
const Upload = {
  type: 'object',
  properties: {
    photo: { description: 'Of the front' },
    more: { type: 'array', items: { type: 'string', format: 'binary' } },
    lines: { type: 'string', contentMediaType: 'text/csv' },
    about: { type: 'object', properties: { city: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
    words: { type: 'array', items: { type: 'string' } },
    raw: { type: 'array', items: { type: 'integer' } },
    size: { type: 'integer' },
    id: { type: 'string', readOnly: true },
  },
}

/** A teammate that uploads to an API, and may read one folder of the storage. */
async function givenForms() {
  const given = await givenApi(app, {
    operations: ['POST /uploads'],
    document: () => ({
      openapi: '3.1.0',
      components: { schemas: { Upload } },
      paths: {
        '/uploads': {
          post: { operationId: 'upload', requestBody: { required: true, content: { 'multipart/form-data': CONTENT } } },
        },
      },
    }),
  })
  const storage = storageClient(given.person, `${given.base}/storage`)
  await storage.folder('photos')
  await storage.folder('private')
  await storage.upload('Größe 1.png', 'a picture', 'photos')
  await storage.upload('secret.txt', 'not yours', 'private')
  const shared = { path: 'photos', permission: 'read', employee_id: given.teammate.id }
  await given.person.post(`${storage.base}/folder/share`, shared)
  return Object.assign(given, { storage, upload: (body: object) => given.call('upload', { body }) })
}

/** Two for several tests each: one whose forms are sent, and one whose API must never be asked. */
const [sending, refusing] = [await givenForms(), await givenForms()]
afterAll(() => Promise.all([sending, refusing].map((given) => given[Symbol.asyncDispose]())))

const fileIn = (form: FormData | null | undefined, name: string): File[] =>
  (form?.getAll(name) ?? []).filter((value) => typeof value !== 'string')

test('a form takes files of the storage and files that are written for it, beside its other fields', async () => {
  const png = Buffer.from([0x89, 0x50, 0, 0xff, 0x0d, 0x0a])
  const { isError, text } = await sending.upload({
    photo: { path: 'photos/Größe 1.png' },
    more: [
      { name: 'a.png', content: png.toString('base64'), encoding: 'base64' },
      { path: '/photos/Größe 1.png', name: 'b.png' },
    ],
    lines: { name: 'lines', content: 'a,b\r\n1,2' },
    about: { city: 'Rome' },
    tags: ['x', 'y, z'],
    words: ['x', 'y'],
    raw: [1, 2],
    size: 3,
    nothing: null,
  })
  expect([isError, text]).toEqual([false, expect.any(String)])
  const { form, headers, body = '' } = sending.api.last() ?? {}
  expect(headers?.['content-type']).toMatch(/^multipart\/form-data; boundary=[\w-]{30,}$/)
  const [photo] = fileIn(form, 'photo')
  expect([photo?.name, photo?.type, await photo?.text()]).toEqual(['Größe 1.png', 'image/png', 'a picture'])
  const [one, other] = fileIn(form, 'more')
  expect([one?.name, one && Buffer.from(await one.arrayBuffer())]).toEqual(['a.png', png])
  expect([other?.name, await other?.text()]).toEqual(['b.png', 'a picture'])
  const [lines] = fileIn(form, 'lines')
  expect([lines?.name, lines?.type, await lines?.text()]).toEqual(['lines', 'text/csv', 'a,b\r\n1,2'])
  const texts = ['about', 'tags', 'words', 'raw', 'size', 'nothing'].map((name) => form?.getAll(name))
  expect(texts).toEqual([['{"city":"Rome"}'], ['x', 'y, z'], ['x|y'], ['[1,2]'], ['3'], []])
  expect(body).toContain('name="about"\r\nContent-Type: application/json\r\n')
  expect(body).toContain('name="raw"\r\nContent-Type: application/json\r\n')
  expect(body).toContain('name="size"\r\n\r\n')
})

test('a model is told which fields are files, and how they are given', async () => {
  const { body } = (await sending.schemaOf('upload')).properties
  expect(body.required).toEqual(['photo'])
  expect(body.properties.photo).toMatchObject({
    type: 'object',
    description: expect.stringMatching(/^Of the front\nA file: /),
    properties: { path: { type: 'string' }, name: {}, content: {}, encoding: { enum: ['text', 'base64'] } },
  })
  expect(body.properties.more).toMatchObject({ type: 'array', items: { properties: { path: {} } } })
  expect(body.properties.lines).toMatchObject({ properties: { content: {} } })
  expect(body.properties.size).toEqual({ type: 'integer' })
  expect(body.properties).not.toHaveProperty('id')
})

test('each form has a boundary that nobody knows before', async () => {
  await sending.upload({ photo: { name: 'a', content: '' } })
  await sending.upload({ photo: { name: 'a', content: '' } })
  const [one, other] = sending.api.asked.slice(-2).map(({ headers }) => headers['content-type'])
  expect(one).not.toBe(other)
})

test.each([
  ['a header', 'x"\r\nX-Evil: 1\r\n\r\n--', 'x"X-Evil: 1--'],
  ['a path', '../../etc/passwd', 'passwd'],
  ['a path of Windows', 'C:\\secret\\a.txt', 'a.txt'],
  ['a folder', 'a\\', 'file'],
  ['what nobody sees', '\u202e\0', 'file'],
  ['half a character', '\ud800', '\ufffd'],
  ['nothing', '', 'file'],
  ['a long text', 'n'.repeat(5000), 'n'.repeat(200)],
] as const)('a file whose name is %s stays one file of its form', async (_, name, sent) => {
  const before = sending.api.asked.length
  const { isError } = await sending.upload({ photo: { name, content: 'a' }, 'x"\r\ny\\': 'b' })
  expect([isError, sending.api.asked.length]).toEqual([false, before + 1])
  const { form, body = '' } = sending.api.last() ?? {}
  const parts = [...(form?.entries() ?? [])]
  expect(parts.map(([field]) => field)).toHaveLength(2)
  expect(fileIn(form, 'photo').map((file) => file.name)).toEqual([sent])
  expect(body.split('\r\n').filter((line) => /^X-Evil/i.test(line))).toEqual([])
})

test.each([
  ['private/secret.txt', /does not exist|not found|no such/i],
  ['photos/../private/secret.txt', /path|name/i],
  ['photos', /folder|file/i],
  ['photos/none.png', /does not exist|not found|no such/i],
] as const)('what the teammate may not read is not sent: %s', async (path, sentence) => {
  const { isError, text } = await refusing.upload({ photo: { path } })
  expect([isError, text]).toEqual([true, expect.stringMatching(sentence)])
  expect(refusing.api.asked).toEqual([])
  expect(await refusing.show()).toMatchObject({ health: 'unknown' })
})

test.each([
  ['a text', 'photo.png', /photo is a file: give \{ path \}/],
  ['both a path and a content', { path: 'photos/a.png', content: 'a' }, /photo is a file/],
  ['no base64', { name: 'a', content: '$$', encoding: 'base64' }, /not valid base64/],
  ['more files than a form has', Array(21).fill({ path: 'photos/Größe 1.png' }), /at most 20 files/],
  ['more parts than a form has', Array(1001).fill({ name: 'a', content: 'a' }), /at most 1000 parts/],
] as const)('a file that is given as %s is refused with a sentence', async (_, photo, sentence) => {
  const { isError, text } = await refusing.upload({ photo })
  expect([isError, text]).toEqual([true, expect.stringMatching(sentence)])
  expect(refusing.api.asked).toEqual([])
})

test('a file that is a run of signs of padding is refused in time that grows with its length', async () => {
  const content = `${'='.repeat(200_000)}x`
  const spentMs = await processorTimeMs(async () => {
    const { text } = await refusing.upload({ photo: { name: 'a', content, encoding: 'base64' } })
    expect(text).toMatch(/not valid base64/)
  })
  expect(spentMs).toBeLessThan(MAX_DELAY_MS)
})

test('files are sent as far as they fit a form together', async () => {
  await using given = await givenForms()
  const large = 'x'.repeat(9 * 2 ** 20)
  await given.storage.upload('large.txt', large, 'photos')
  const file = { path: 'photos/large.txt' }
  given.api.answer((response) => send(response, 201, {}))
  const { isError } = await given.upload({ photo: file, more: [file] })
  expect(isError).toBe(false)
  expect(fileIn(given.api.last()?.form, 'more').map(({ size }) => size)).toEqual([large.length])
  const refused = await given.upload({ photo: file, more: [file, file] })
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('more than 20 MB')])
  expect(given.api.asked).toHaveLength(1)
})

test('a folder that is taken back from a teammate is not sent from any more', async () => {
  await using given = await givenForms()
  const photo = { path: 'photos/Größe 1.png' }
  expect((await given.upload({ photo })).isError).toBe(false)
  await given.person.delete(`${given.storage.base}/folder/share?path=photos&employee_id=${given.teammate.id}`)
  expect((await given.upload({ photo })).isError).toBe(true)
  expect(given.api.asked).toHaveLength(1)
})

const form = (schema: object) => ({
  '/x': { post: { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } } },
})
const file = { type: 'string', format: 'binary' }
const wide = (n: number, each: object) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`p${i}`, each]))

test.each([
  ['holds itself', { allOf: [{ $ref: '#/components/schemas/A' }], properties: { file } }, null],
  ['refers elsewhere', { $ref: 'http://127.0.0.1:9/schema.json' }, null],
  ['has 20,000 fields', { properties: { ...wide(20_000, { type: 'string' }), file } }, null],
  ['has 200 files', { properties: wide(200, file) }, 'Its form has more than 100 files and encodings'],
  ['names what every object has', JSON.parse('{"properties": {"__proto__": {"format": "binary"}}}'), null],
])('a form whose schema %s does no harm', async (_, schema, problem) => {
  const { organization, owner } = await app.given.organization()
  const person = await app.as(owner)
  const components = { schemas: { A: { allOf: [{ $ref: '#/components/schemas/A' }], properties: { a: file } } } }
  const document = JSON.stringify({ openapi: '3.1.0', paths: form(schema), components })
  const { body } = await person.post(`/api/organizations/${organization.id}/mcps/openapi`, { document })
  expect(body.operations).toMatchObject([{ operation: 'POST /x', problem }])
  expect(body.operations[0].token_count).toBeLessThan(10_000)
})

test('a form without files is written as its encoding says', async () => {
  await using given = await givenApi(app, {
    operations: ['POST /x'],
    document: () => {
      const encoding = { filter: { style: 'deepObject' }, ids: { explode: false }, more: { style: 'form' } }
      const content = { 'application/x-www-form-urlencoded': { schema: { type: 'object' }, encoding } }
      return { openapi: '3.0.0', paths: { '/x': { post: { operationId: 'op', requestBody: { content } } } } }
    },
  })
  const body = { filter: { city: 'Rome & Paris' }, ids: ['a,b', 'c'], more: ['x', 'y'], plain: 'x y' }
  expect((await given.call('op', { body })).isError).toBe(false)
  expect(given.api.last()?.body).toBe('filter%5Bcity%5D=Rome%20%26%20Paris&ids=a%2Cb,c&more=x&more=y&plain=x+y')
})

test('of a form that is too large for a model, its files are named at least', async () => {
  await using given = await givenApi(app, {
    operations: ['POST /x'],
    document: () => ({
      openapi: '3.0.0',
      paths: form({ properties: { ...wide(20_000, { type: 'string' }), file } }),
    }),
  })
  const { body } = (await given.schemaOf('post_x')).properties
  expect(Object.keys(body.properties)).toEqual(['file'])
  const { isError } = await given.call('post_x', { body: { file: { name: 'a.txt', content: 'a' }, p1: 'b' } })
  expect(isError).toBe(false)
  expect(given.api.last()?.form?.get('p1')).toBe('b')
})

test('a form that would be written too long is refused, also where its name alone makes it long', async () => {
  const filter = 'f'.repeat(500)
  const content = {
    'application/x-www-form-urlencoded': {
      schema: { type: 'object', properties: { [filter]: { type: 'object' } } },
      encoding: { [filter]: { style: 'deepObject', explode: true } },
    },
  }
  await using given = await givenApi(app, {
    operations: ['POST /form'],
    document: () => ({
      openapi: '3.1.0',
      paths: { '/form': { post: { operationId: 'send', requestBody: { content } } } },
    }),
  })
  for (const body of [{ ['é'.repeat(500)]: Array(9000).fill(1) }, { [filter]: wide(9000, {}) }]) {
    const { isError, text } = await given.call('send', { body })
    expect([isError, text]).toEqual([true, 'CRM: The form has more than 4194304 characters'])
  }
  expect((await given.call('send', { body: { 'é b': [1, 2] } })).isError).toBe(false)
  expect(given.api.last()).toMatchObject({ body: '%C3%A9+b=1&%C3%A9+b=2' })
})

test('a file is sent while the servers of two organizations do not answer what they were sent', async () => {
  await using one = await givenForms()
  await using other = await givenForms()
  await using third = await givenForms()
  const body = { photo: { path: 'photos/Größe 1.png' } }
  const busy = [one, other].flatMap((given) => {
    given.api.answer(() => undefined)
    return [given.upload(body), given.upload(body)]
  })
  await expect.poll(() => one.api.asked.length + other.api.asked.length).toBe(4)
  expect((await third.upload(body)).isError).toBe(false)
  for (const { api } of [one, other]) await api[Symbol.asyncDispose]()
  for (const { isError } of await Promise.all(busy)) expect(isError).toBe(true)
})
