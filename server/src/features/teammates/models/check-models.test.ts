import { expect, test } from 'vitest'
import { aiModels, aiVoices } from '#features/catalog/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'

const app = await testApp()

async function model(values: Partial<typeof aiModels.$inferInsert> = {}): Promise<string> {
  const name = `model-${newId().slice(-8)}`
  const [row] = await app.ctx.db
    .insert(aiModels)
    .values({ provider: 'vendor_1', model: name, name, ...values })
    .returning()
  return String(row?.id)
}

const catalog = {
  chat: await model(),
  realtime: await model({ is_realtime: true }),
  tts: await model({ is_tts: true, voices: ['own-voice'] }),
  stt: await model({ is_stt: true }),
  foreign_tts: await model({ is_tts: true, provider: 'vendor_3' }),
  custom_tts: await model({ is_tts: true, provider: 'custom', voices: ['house-voice'] }),
  missing: '999999999',
}
await model({ is_tts: true, provider: 'custom', voices: ['other-voice'] })
const listedVoice = `voice-${newId().slice(-8)}`
await app.ctx.db.insert(aiVoices).values({ provider: 'vendor_1', voice: listedVoice, gender: 'female' })

const { organization, owner } = await app.given.organization()
const client = await app.as(owner)
const employees = `/api/organizations/${organization.id}/employees`

const refused: [string, Record<string, unknown>, string][] = [
  ['a chat model that is not in the catalog', { model: catalog.missing }, 'model'],
  ['a realtime model for chat', { model: catalog.realtime }, 'model'],
  ['a TTS model for chat', { model: catalog.tts }, 'model'],
  ['an STT model for chat', { model: catalog.stt }, 'model'],
  ['a chat model for speech', { tts_model: catalog.chat, voice: 'own-voice' }, 'tts_model'],
  ['an STT model for speech', { tts_model: catalog.stt, voice: 'own-voice' }, 'tts_model'],
  ['a voice that another custom model lists', { tts_model: catalog.custom_tts, voice: 'other-voice' }, 'voice'],
  ['a custom model for speech without a voice', { tts_model: catalog.custom_tts }, 'voice'],
  ['a missing model for speech', { tts_model: catalog.missing, voice: 'own-voice' }, 'tts_model'],
  ['a chat model for transcription', { stt_model: catalog.chat }, 'stt_model'],
  ['a TTS model for transcription', { stt_model: catalog.tts }, 'stt_model'],
  ['a missing model for transcription', { stt_model: catalog.missing }, 'stt_model'],
  ['a voice without a TTS model', { voice: listedVoice }, 'voice'],
  ['a TTS model without a voice', { tts_model: catalog.tts }, 'voice'],
  ['a voice that nobody has', { tts_model: catalog.tts, voice: 'nobody' }, 'voice'],
  ['a voice of another provider', { tts_model: catalog.foreign_tts, voice: listedVoice }, 'voice'],
  ['a voice of another model', { tts_model: catalog.realtime, voice: 'own-voice' }, 'voice'],
]

test.each(refused)('%s is refused on create and on update', async (_case, values, field) => {
  const created = await client.post(employees, { name: 'Speaker', ...values })
  const teammate = await app.given.teammate(organization)
  const updated = await client.put(`${employees}/${teammate.id}`, values)
  for (const { status, body } of [created, updated]) {
    expect(status).toBe(400)
    expect(body.error.startsWith(`${field}: `)).toBe(true)
  }
})

const accepted: [string, Record<string, unknown>][] = [
  ['a voice that a custom model lists', { tts_model: catalog.custom_tts, voice: 'house-voice' }],
  ['a chat model', { model: catalog.chat }],
  ['a TTS model with a voice of its own', { tts_model: catalog.tts, voice: 'own-voice' }],
  ['a TTS model with a listed voice of its provider', { tts_model: catalog.tts, voice: listedVoice }],
  ['a realtime model with a listed voice', { tts_model: catalog.realtime, voice: listedVoice }],
  ['an STT model', { stt_model: catalog.stt }],
]

test.each(accepted)('%s is taken on create and on update, and cleared by null', async (_case, values) => {
  const created = await client.post(employees, { name: 'Speaker', ...values })
  expect(created).toMatchObject({ status: 200, body: values })
  const teammate = await app.given.teammate(organization)
  expect(await client.put(`${employees}/${teammate.id}`, values)).toMatchObject({ status: 200, body: values })
  const none = Object.fromEntries(Object.keys(values).map((field) => [field, null]))
  expect(await client.put(`${employees}/${teammate.id}`, none)).toMatchObject({ status: 200, body: none })
})

test('what is left unchanged is judged together with what changes', async () => {
  const { body } = await client.post(employees, { name: 'Speaker', tts_model: catalog.tts, voice: 'own-voice' })
  const put = (values: unknown) => client.put(`${employees}/${body.id}`, values)
  expect((await put({ voice: null })).status).toBe(400)
  expect((await put({ tts_model: null })).status).toBe(400)
  expect((await put({ tts_model: catalog.realtime })).status).toBe(400)
  expect(await put({ voice: listedVoice })).toMatchObject({ status: 200, body: { tts_model: catalog.tts } })
  expect(await put({ tts_model: catalog.realtime })).toMatchObject({ status: 200, body: { voice: listedVoice } })
})
