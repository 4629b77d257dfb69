import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mcps } from '#features/connectors/table.ts'
import { createLog } from '#platform/log.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenApi } from '#testing/tools/api-connectors.ts'
import { givenConnector } from '#testing/tools/connectors.ts'

const lines: string[] = []
const log = createLog({ level: 'trace', pretty: false }, { write: (line: string) => void lines.push(line) })
const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' }, log })

const PASSWORD = 'hunter-2'
const REFUSAL = 'The address cannot contain a user name or password; send them in a header'

test.each([
  `https://joe:${PASSWORD}@crm.test/mcp`,
  `https://joe@crm.test/mcp`,
  `HTTPS://:${PASSWORD}@crm.test`,
  `https:///joe:${PASSWORD}@crm.test/mcp`,
  `https://joe:${PASSWORD}@more@crm.test/mcp`,
  'https://{{USER}}:{{PASSWORD}}@crm.test/mcp',
  `{{SCHEME}}://joe:${PASSWORD}@crm.test/mcp`,
])('an address with a user name or a password is not taken: %s', async (url) => {
  await using given = await givenConnector(app)
  const { person, base, connector } = given
  for (const answer of [
    await person.post(`${base}/mcps`, { type: 'simple', name: 'New', url }),
    await person.put(`${base}/mcps/mcp/${connector.id}`, { url }),
  ]) {
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'url', message: REFUSAL }] } })
    expect(JSON.stringify(answer.body)).not.toContain(PASSWORD)
  }
})

test.each(['https://crm.test/joe@crm', 'https://crm.test?mail=joe@crm.test', 'https://crm.test:{{PORT}}/mcp'])(
  'what only looks like one is an address like any other: %s',
  async (url) => {
    await using given = await givenConnector(app)
    const { status, body } = await given.person.post(`${given.base}/mcps`, { type: 'simple', name: 'New', url })
    expect([status, body.url]).toEqual([200, url])
  },
)

test('an address that is too long is read no further: looking for a password in it would hold up everyone', async () => {
  await using given = await givenConnector(app)
  for (const url of [`https://joe:${PASSWORD}@${'x'.repeat(2000)}`, `{{${':'.repeat(900_000)}`]) {
    const { status, body } = await given.person.post(`${given.base}/mcps`, { type: 'simple', name: 'New', url })
    expect([status, body.issues.length, body.issues[0].path]).toEqual([400, 1, 'url'])
    expect(body.issues[0].message).toMatch(/2000/)
  }
})

test('a password that an address has from before is neither shown nor written anywhere, and not sent', async () => {
  await using given = await givenConnector(app)
  const { person, base, connector, tools } = given
  const [scheme, rest] = tools.url.split('//')
  // Its list is read in the background when it is assigned.
  await expect.poll(async () => (await given.show()).health).toBe('working')
  const set = (url: string) => app.ctx.db.update(mcps).set({ url }).where(eq(mcps.id, connector.id))
  await set(`${scheme}//joe:${PASSWORD}@${rest}`)
  const asked = tools.requests.length
  const path = `${base}/mcps/mcp/${connector.id}`
  const shown = await person.get(path)
  expect(shown.body.url).toBe(`${scheme}//••••••••@${rest}`)
  const failed = await given.test()
  expect(failed.body.error).toMatch(/user name or password cannot be part of the address/)
  const answers = [
    shown,
    failed,
    await given.test(),
    await person.get(`${base}/mcps`),
    await person.get(given.assigned),
    await person.get(`${base}/employees/${given.teammate.id}/export`),
    await person.put(path, { name: 'Renamed' }),
    await person.delete(path),
    await person.get(`${base}/audit-log`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 200, 200, 200, 200, 200, 200])
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(PASSWORD)
  expect(tools.requests).toHaveLength(asked)
})

test('a password that a variable brings into an address is not sent, and shown to nobody', async () => {
  await using given = await givenApi(app)
  const { person, base, one, api } = given
  const url = api.url.replace('//', `//joe:${PASSWORD}@`)
  await person.post(`${base}/variables`, { placeholder: 'ADDRESS', value: url, is_secret: false })
  expect((await person.put(one, { url: '{{ADDRESS}}' })).status).toBe(200)
  const before = api.asked.length
  const called = await given.call('listCustomers')
  expect(called).toMatchObject({ isError: true, text: expect.stringMatching(/user name or password cannot be part/) })
  expect(JSON.stringify([called, await given.show()])).not.toContain(PASSWORD)
  expect(api.asked).toHaveLength(before)
})

test('none of it is logged', () => {
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain(PASSWORD)
})
