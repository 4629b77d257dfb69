import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { ownTestApp, startTestApp, testApp } from '#testing/app.ts'

const RATE = 5
const app = await ownTestApp({ env: { PRIVATE_API_RATE: String(RATE) } })
const stats = '/api/private/storage/?path=/'

async function spent() {
  const given = await app.given.organization()
  const client = app.withKey(given.private_key)
  for (let count = 0; count < RATE; count++) expect((await client.get(stats)).status).toBe(200)
  return { ...given, client }
}

test('a key that passes its limit is told when to come back; other keys and people are not', async () => {
  const { client, organization, owner } = await spent()
  const { status, body, headers } = await client.get(stats)
  expect(status).toBe(429)
  expect(body).toMatchObject({ success: false, error: expect.stringContaining('Too many requests') })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)

  const other = await app.given.organization()
  expect((await app.withKey(other.private_key).get(stats)).status).toBe(200)
  expect((await (await app.as(owner)).get(`/api/organizations/${organization.id}/storage?path=/`)).status).toBe(200)
})

test('the limit is the key’s and not the organization’s: its next key begins again', async () => {
  const { client, organization, owner } = await spent()
  expect((await client.get(stats)).status).toBe(429)
  const people = await app.as(owner)
  const { body } = await people.post(`/api/organizations/${organization.id}/api-keys/private/rotate`)
  const [key] = Object.values(body).filter((value) => typeof value === 'string' && value.length > 20) as string[]
  expect((await app.withKey(key ?? '').get(stats)).status).toBe(200)
  // The old one is no key any more, whatever it has spent.
  expect((await client.get(stats)).status).toBe(401)
})

test('what is missing counts too, and both ways of sending a key are one', async () => {
  const { private_key } = await app.given.organization()
  const missing = `/api/private/employee/${newId()}/messages?conversation_id=x&channel=api`
  const raw = { 'api-key': private_key }
  for (let count = 0; count < RATE; count++) {
    const client = count % 2 === 0 ? app.withKey(private_key) : app.anyone
    expect((await client.get(missing, raw)).status).toBe(404)
  }
  expect((await app.withKey(private_key).get(missing)).status).toBe(429)
})

test('it is judged before the body is read', async () => {
  const { private_key } = await spent()
  const { hostname, port } = new URL(app.base_url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    `POST /api/private/employee/${newId()}/messages HTTP/1.1\r\nhost: x\r\napi-key: ${private_key}\r\n` +
      'content-type: application/json\r\ncontent-length: 1000000\r\nconnection: close\r\n\r\n',
  )
  const answer = text(socket)
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(0)
  socket.end()
  expect(await answer).toMatch(/^HTTP\/1.1 429 /)
})

test('without the setting nothing is counted', async () => {
  const unlimited = await testApp()
  const { private_key } = await unlimited.given.organization()
  const client = unlimited.withKey(private_key)
  const answers = await Promise.all(Array.from({ length: 100 }, () => client.get(stats)))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
})

test.runIf(app.config.REDIS_URL && app.config.DATABASE_URL)('two nodes count together', async () => {
  const env = { PRIVATE_API_RATE: String(RATE), DATABASE_URL: app.config.DATABASE_URL ?? '' }
  const there = await startTestApp({ env })
  const { private_key } = await spent()
  expect((await there.withKey(private_key).get(stats)).status).toBe(429)
  await there.close()
})
