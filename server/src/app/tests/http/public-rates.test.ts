import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenTriggers } from '#testing/runs/triggers.ts'

const [OF_ADDRESS, OF_TRIGGER, OF_ORGANIZATION, OF_VISITORS] = [3, 5, 7, 4]
const app = await ownTestApp({
  env: {
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_TRIGGER_ADDRESS_RATE: String(OF_ADDRESS),
    PUBLIC_TRIGGER_RATE: String(OF_TRIGGER),
    PUBLIC_TRIGGER_ORGANIZATION_RATE: String(OF_ORGANIZATION),
    WEBCHAT_ORGANIZATION_RATE: String(OF_VISITORS),
  },
})

let addresses = 0
const newAddress = () => `2001:db8::${(++addresses).toString(16)}`
const from = (address: string) => ({ 'x-forwarded-for': address })

async function given() {
  const triggers = await givenTriggers(app)
  await triggers.add({ type: 'public' })
  const call = (address = newAddress(), path = triggers.open) => app.anyone.post(path, { name: 'Ann' }, from(address))
  const callTimes = async (times: number, address?: string) => {
    for (let n = 0; n < times; n++) expect((await call(address)).status).toBe(200)
  }
  return { ...triggers, call, callTimes }
}

test('an address that calls a public trigger too often is told when to come back; other addresses are not', async () => {
  const { call, callTimes, runsOf } = await given()
  const address = newAddress()
  const first = await call(address)
  expect(first.headers.get('ratelimit-policy')).toBe(
    '"trigger-address";q=3;w=60, "trigger";q=5;w=60, "trigger-organization";q=7;w=60',
  )
  expect(first.headers.get('ratelimit')).toMatch(
    /^"trigger-address";r=2;t=\d+, "trigger";r=4;t=\d+, "trigger-organization";r=6;t=\d+$/,
  )
  await callTimes(OF_ADDRESS - 1, address)
  const refused = await call(address)
  expect(refused).toMatchObject({ status: 429, body: { success: false, error: expect.stringMatching(/^Too many/) } })
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(refused.headers.get('ratelimit')).toBe(`"trigger-address";r=0;t=${seconds}`)
  await callTimes(OF_TRIGGER - OF_ADDRESS)
  expect(await runsOf()).toHaveLength(OF_TRIGGER)
})

test('a trigger that very many addresses call takes no more than its rate, and neither does its organization', async () => {
  const { call, callTimes, create, client, path, organization } = await given()
  const other = await given()
  await callTimes(OF_TRIGGER)
  expect((await call()).status).toBe(429)

  const second = await create({ say: { type: 'message', text: 'Hello' } })
  await client.post(`${path}/${second.id}/triggers`, { type: 'public' })
  const open = `/api/public/trigger/${organization.public_api_key}/${second.id}`
  const statuses: number[] = []
  for (let n = OF_TRIGGER; n <= OF_ORGANIZATION; n++) statuses.push((await call(undefined, open)).status)
  expect(statuses).toEqual([200, 200, 429])
  await other.callTimes(1)
})

test('events of a debounced trigger count, and so do calls without its secret; a refusal waits for no body', async () => {
  const { at, call, callTimes, client, open } = await given()
  const [trigger] = (await client.get(at)).body.data
  await client.put(`${at}/${trigger.id}`, { debounce_seconds: 3600, protection: 'secret' })
  for (let n = 1; n < OF_TRIGGER; n++) expect((await call()).status).toBe(401)
  await client.put(`${at}/${trigger.id}`, { protection: 'none' })
  await callTimes(1)
  const { hostname, port } = new URL(app.base_url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    `POST ${open} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${newAddress()}\r\ncontent-type: application/json\r\n` +
      'content-length: 1000000\r\nconnection: close\r\n\r\n',
  )
  const answer = text(socket)
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(0)
  socket.end()
  expect(await answer).toMatch(/^HTTP\/1.1 429 /)
})

test('the page of a trigger says what it takes', async () => {
  const { at, client } = await given()
  expect((await client.get(at)).body.data).toMatchObject([
    { calls_per_minute: OF_TRIGGER, calls_per_minute_and_address: OF_ADDRESS },
  ])
})

test('visitors of one organization’s chat, from however many addresses, do not use up that of another', async () => {
  const organizations = [await app.given.organization(), await app.given.organization()]
  const [one, other] = organizations.map(({ organization }) => organization.public_api_key)
  const init = (key = '') =>
    app.anyone.get('/api/public/webchat/conversations', { 'api-key': key, ...from(newAddress()) })
  // There is no chat to be listed, which only those learn who may ask.
  for (let n = 0; n < OF_VISITORS; n++) {
    const answer = await init(one)
    expect(answer.status).toBe(404)
    // Each comes from an address of its own.
    expect(answer.headers.get('ratelimit-policy')).toBe(`"webchat";q=${app.config.WEBCHAT_ADDRESS_RATE};w=60`)
    expect(answer.headers.get('ratelimit')).toMatch(
      new RegExp(`^"webchat";r=${app.config.WEBCHAT_ADDRESS_RATE - 1};t=\\d+$`),
    )
  }
  const refused = await init(one)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('ratelimit')).toMatch(/^"webchat-organization";r=0;t=\d+$/)
  expect((await init(other)).status).toBe(404)
})
