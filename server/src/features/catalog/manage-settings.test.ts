import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { seedStarterCatalog } from './starter-catalog.ts'

const app = await ownTestApp()
const developer = await app.as(await app.given.user({ is_admin: true }))
const settings = '/api/admin/settings'

test('fallback models are set one by one, kept, and taken back', async () => {
  expect((await developer.get(settings)).body).toEqual({ fallback_model_1: null, fallback_model_2: null })
  const one = await app.given.model()
  const two = await app.given.model()
  const fallback_model_1 = String(one.id)
  const fallback_model_2 = String(two.id)
  expect((await developer.put(settings, { fallback_model_2 })).body).toEqual({
    fallback_model_1: null,
    fallback_model_2,
  })
  expect((await developer.put(settings, { fallback_model_1 })).body).toEqual({ fallback_model_1, fallback_model_2 })
  expect((await developer.put(settings, {})).body).toEqual({ fallback_model_1, fallback_model_2 })

  await developer.delete(`/api/admin/ai-models/${one.id}`)
  expect((await developer.get(settings)).body).toEqual({ fallback_model_1: null, fallback_model_2 })
  expect((await developer.put(settings, { fallback_model_2: null })).body.fallback_model_2).toBeNull()
})

test('what cannot hold a conversation is no fallback', async () => {
  const speaker = await app.given.model({ is_tts: true })
  const refused = await developer.put(settings, { fallback_model_1: String(speaker.id) })
  const issues = [{ path: 'fallback_model_1', message: expect.stringContaining('is not a chat model') }]
  expect(refused).toMatchObject({ status: 400, body: { code: 'NOT_A_CHAT_MODEL', issues } })
  for (const id of ['999999', 'abc', '', '-1', 5, {}]) {
    expect((await developer.put(settings, { fallback_model_2: id })).status).toBe(400)
  }
  expect((await developer.get(settings)).body).toEqual({ fallback_model_1: null, fallback_model_2: null })
})

test('the starter catalog is laid out once and leaves alone what was changed', async () => {
  const { demo } = await seedStarterCatalog(app.ctx)
  expect(demo).toMatchObject({ provider: 'custom', model: 'demo', input_cost: 0.1, output_cost: 0.4 })
  const before = await developer.get('/api/admin/ai-models?limit=100')
  await developer.put(`/api/admin/ai-models/${demo.id}`, { name: 'Renamed' })
  expect((await seedStarterCatalog(app.ctx)).demo).toMatchObject({ id: demo.id, name: 'Renamed' })
  const after = await developer.get('/api/admin/ai-models?limit=100')
  expect(after.body.total).toBe(before.body.total)
  const used = new Set(after.body.data.map(({ provider }: { provider: string }) => provider))
  expect(used).toEqual(new Set(['custom', 'vendor_1', 'vendor_2', 'vendor_3', 'vendor_4', 'vendor_5', 'vendor_6']))
})
