import { expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'

const app = await testApp()
const developer = await app.as(await app.given.user({ is_admin: true }))
const models = '/api/admin/ai-models'
const fresh = () => ({ model: `m-${newId()}`, name: 'A model', provider: 'vendor_4' })

test('only platform administrators reach the administration of models, voices and settings', async () => {
  const { owner } = await app.given.organization()
  const ordinary = await app.as(owner)
  const { id } = await app.given.model()
  const voice = await app.given.voice()
  const routes = app.routes.filter(({ path }) => path.startsWith('/api/admin/'))
  expect(routes.length).toBeGreaterThan(12)
  for (const { method, path } of routes) {
    const address = path.replace(':id', String(path.includes('voices') ? voice.id : id))
    expect((await app.anyone.send(address, { method })).status).toBe(401)
    const refused = await ordinary.send(address, { method, body: method === 'GET' ? null : 'not even JSON' })
    expect(refused.status).toBe(403)
  }
  expect((await developer.get(`${models}/${id}`)).status).toBe(200)
})

test('a model is added, read, changed and removed', async () => {
  const input = { ...fresh(), is_multimodal: true, input_cost: 0.25, output_cost: 2, cached_input_cost: 0.00000001 }
  const { status, body } = await developer.post(models, input)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.stringMatching(/^\d+$/),
    ...input,
    is_realtime: false,
    is_tts: false,
    is_stt: false,
    is_reasoning: false,
    voices: [],
  })
  expect((await developer.get(`${models}/${body.id}`)).body).toEqual(body)

  const changed = await developer.put(`${models}/${body.id}`, { name: 'Another name', cached_input_cost: null })
  expect(changed.body).toEqual({ ...body, name: 'Another name', cached_input_cost: null })
  expect((await developer.put(`${models}/${body.id}`, {})).body).toEqual(changed.body)

  expect((await developer.delete(`${models}/${body.id}`)).body).toEqual({ success: true })
  expect((await developer.get(`${models}/${body.id}`)).status).toBe(404)
  expect((await developer.delete(`${models}/${body.id}`)).status).toBe(404)
})

test('a change that does not speak of the voices keeps them', async () => {
  const { body } = await developer.post(models, { ...fresh(), is_tts: true, voices: ['alloy', 'nova'] })
  expect((await developer.put(`${models}/${body.id}`, { name: 'Speaker' })).body.voices).toEqual(['alloy', 'nova'])
})

test('a provider lists a model once, also when two are added at once or one is renamed into another', async () => {
  const input = fresh()
  const answers = await Promise.all([developer.post(models, input), developer.post(models, input)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await developer.post(models, { ...input, provider: 'vendor_5' })).status).toBe(200)

  const other = await developer.post(models, fresh())
  const renamed = await developer.put(`${models}/${other.body.id}`, { model: input.model })
  expect(renamed).toMatchObject({ status: 409, body: { code: 'MODEL_EXISTS' } })
  expect((await developer.put(`${models}/${other.body.id}`, { model: other.body.model })).status).toBe(200)
})

test('an id that no model has is not found, whatever it looks like', async () => {
  for (const id of ['0', '999999999', '-1', '1.5', 'abc', '9'.repeat(15), '9'.repeat(40), '%00', "1'--"]) {
    expect((await developer.get(`${models}/${id}`)).status).toBe(404)
    expect((await developer.put(`${models}/${id}`, { name: 'x' })).status).toBe(404)
    expect((await developer.delete(`${models}/${id}`)).status).toBe(404)
  }
})

test('a body that is not a model is refused', async () => {
  const { id } = await app.given.model()
  const wrong = [
    { provider: 'vendor_9' },
    { provider: null },
    { model: '' },
    { model: '   ' },
    { name: 'x'.repeat(201) },
    { input_cost: -0.01 },
    { output_cost: '3' },
    { cached_input_cost: 1e300 },
    { is_tts: 'yes' },
    { voices: 'alloy' },
    { voices: [''] },
    { voices: ['\0'] },
  ]
  for (const values of wrong) {
    expect(await developer.post(models, { ...fresh(), ...values })).toMatchObject({ status: 400 })
    expect(await developer.put(`${models}/${id}`, values)).toMatchObject({ status: 400 })
  }
  for (const body of ['[]', '"text"', '7', '{', '']) {
    const headers = { 'content-type': 'application/json' }
    expect((await developer.send(models, { method: 'POST', headers, body })).status).toBe(400)
  }
})

test('the list comes in pages, by provider and name', async () => {
  for (const name of ['Zebra', 'Ant', 'Mole']) await developer.post(models, { ...fresh(), name })
  const first = await developer.get(`${models}?limit=2`)
  expect(first.body).toMatchObject({ page: 1, limit: 2, hasMore: true })
  expect(first.body.data).toHaveLength(2)
  // Other tests bring models of their own, so that one page may not hold all.
  const all: { name: string }[] = []
  for (let page = 1, hasMore = true; hasMore; page++) {
    const { body } = await developer.get(`${models}?limit=100&page=${page}`)
    all.push(...body.data)
    hasMore = body.hasMore
  }
  expect(all.slice(0, 2)).toEqual(first.body.data)
  const mine = all.filter(({ name }) => ['Zebra', 'Ant', 'Mole'].includes(name))
  expect(mine.map(({ name }) => name)).toEqual(['Ant', 'Mole', 'Zebra'])
  expect((await developer.get(models)).body.limit).toBe(50)
  for (const query of ['limit=101', 'limit=0', 'page=0', 'page=x', 'page=1e99']) {
    expect((await developer.get(`${models}?${query}`)).status).toBe(400)
  }
})

test('an organization whose default model is removed is back at Auto', async () => {
  const model = await app.given.model()
  const { owner } = await app.given.organization({ ai_default_model: model.id })
  const standard = async () =>
    (await (await app.as(owner)).get('/api/init/whoami')).body.currentOrganization.ai_default_model
  expect(await standard()).toBe(String(model.id))
  expect((await developer.delete(`${models}/${model.id}`)).status).toBe(200)
  expect(await standard()).toBeNull()
})

test('NUL characters are left out of what is written, and other control characters stay', async () => {
  const { status, body } = await developer.post('/api/admin/ai-models', {
    provider: 'vendor_2',
    model: `m\u0000-${newId()}`,
    name: '\u0000A\u0000 \u0007bell\u0000',
    input_cost: 1,
    output_cost: 1,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ model: expect.stringMatching(/^m-[\w-]+$/), name: 'A \u0007bell' })
  expect((await developer.put(`/api/admin/ai-models/${body.id}`, { name: '\u0000' })).status).toBe(400)
})
