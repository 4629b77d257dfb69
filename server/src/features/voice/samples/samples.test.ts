import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { tone } from '#testing/doubles/vendors/speeches.ts'
import { givenCallable } from '#testing/voice.ts'

const app = await startTestApp()
afterAll(() => app.close())

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

test('what does not speak, or not with this voice, is refused, and so are strangers', async () => {
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
