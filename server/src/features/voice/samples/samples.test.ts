import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { startTestApp } from '#testing/app.ts'
import { givenCallable } from '#testing/calls/voice.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import { tone } from '#testing/doubles/vendors/speeches.ts'

const platform = await startCustomDouble(null)
const app = await startTestApp({ env: { CUSTOM_BASE_URL: platform.base_url } })
afterAll(async () => {
  await app.close()
  await platform.close()
})

async function ready() {
  const given = await givenCallable(app)
  const { organization, teammate } = given
  const path = `/api/organizations/${organization.id}/voice-samples`
  return { ...given, path, wanted: { tts_model: String(teammate.tts_model), voice: teammate.voice } }
}

test('a voice is heard before it is chosen, as a WAV file', async () => {
  const { vendor, client, path, wanted, member } = await ready()
  const pcm = tone(500)
  vendor.reply({ pcm })
  const response = await client.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...wanted, text: 'Guten Tag!' }),
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('audio/wav')
  const file = Buffer.from(await response.arrayBuffer())
  expect(file.toString('latin1', 0, 4)).toBe('RIFF')
  expect(file.readUInt32LE(24)).toBe(24_000)
  expect(file.readUInt32LE(40)).toBe(pcm.length)
  expect(file.subarray(44).equals(pcm)).toBe(true)
  expect(vendor.requests.at(-1)?.body).toMatchObject({ input: 'Guten Tag!', voice: wanted.voice })
  expect((await (await app.as(member)).post(path, wanted)).status).toBe(200)
})

test('what does not speak, or not with this voice, is refused, and so are other organizations', async () => {
  const { client, path, wanted, teammate, vendor } = await ready()
  const noVoice = { status: 422, body: { code: 'NO_VOICE' } }
  expect(await client.post(path, { ...wanted, voice: 'nobody' })).toMatchObject(noVoice)
  expect(await client.post(path, { ...wanted, tts_model: String(teammate.stt_model) })).toMatchObject(noVoice)
  expect(await client.post(path, { ...wanted, tts_model: '99999999' })).toMatchObject({ status: 404 })
  expect(await client.post(path, { ...wanted, text: 'x'.repeat(301) })).toMatchObject({ status: 400 })
  vendor.reply({ fault: 'status', status: 500 })
  expect(await client.post(path, wanted)).toMatchObject({ status: 502, body: { code: 'MODEL_FAILED' } })
  const elsewhere = await ready()
  expect(await elsewhere.client.post(path, wanted)).toMatchObject({ status: 404 })
})

/** An organization that has connected no model itself. */
async function unconnected(available_tokens: number) {
  const { organization, owner } = await app.given.organization({ available_tokens })
  const client = await app.as(owner)
  return { organization, client, path: `/api/organizations/${organization.id}/voice-samples` }
}

test('a sample by the platform’s voice is paid with credits, and without credits there is none', async () => {
  const model = await app.given.model({ provider: 'custom', is_tts: true, voices: ['clear'], output_cost: 1000 })
  const wanted = { tts_model: String(model.id), voice: 'clear' }
  const { organization, client, path } = await unconnected(100)
  // Four seconds, and so 100 tokens.
  platform.reply({ pcm: tone(4000) })
  expect((await client.post(path, wanted)).status).toBe(200)
  const [row] = await app.ctx.db.select().from(organizations).where(eq(organizations.id, organization.id))
  expect(row?.available_tokens).toBeCloseTo(90, 3)

  const poor = await unconnected(0)
  const asked = platform.requests.length
  expect(await poor.client.post(poor.path, wanted)).toMatchObject({ status: 422, body: { code: 'NO_CREDITS' } })
  expect(platform.requests.length).toBe(asked)
})

test('a voice of a vendor that nobody has connected is refused in words', async () => {
  const model = await app.given.model({ provider: 'vendor_5', is_tts: true, voices: ['eve'] })
  const { client, path } = await unconnected(100)
  const refused = await client.post(path, { tts_model: String(model.id), voice: 'eve' })
  expect(refused).toMatchObject({ status: 422, body: { code: 'TEAMMATE_NOT_READY' } })
})

test('half a sample is no sample', async () => {
  const { vendor, client, path, wanted } = await ready()
  vendor.reply({ fault: 'drop_midway', pcm: tone(2000) })
  expect(await client.post(path, wanted)).toMatchObject({ status: 502, body: { code: 'MODEL_FAILED' } })
})

test('a sample whose listener has gone is made no further, and costs what was made', async () => {
  const model = await app.given.model({ provider: 'custom', is_tts: true, voices: ['clear'], output_cost: 1000 })
  const { organization, client, path } = await unconnected(100)
  const { promise: until } = Promise.withResolvers<void>()
  const aborted = platform.aborted
  platform.reply({ pcm: tone(8000), until, until_after: 1 })
  const left = new AbortController()
  const asked = platform.requests.length
  const request = client.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tts_model: String(model.id), voice: 'clear' }),
    signal: left.signal,
  })
  await expect.poll(() => platform.requests.length).toBe(asked + 1)
  left.abort()
  await expect(request).rejects.toThrow()
  await expect.poll(() => platform.aborted).toBe(aborted + 1)
  const credits = async () => {
    const [row] = await app.ctx.db.select().from(organizations).where(eq(organizations.id, organization.id))
    return row?.available_tokens ?? 0
  }
  // What was reserved for the rest has come back.
  await expect.poll(credits).toBeGreaterThan(90)
})
