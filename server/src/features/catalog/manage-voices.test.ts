import { expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'

const app = await testApp()
const developer = await app.as(await app.given.user({ is_admin: true }))
const ordinary = await app.as(await app.given.user())
const voices = '/api/admin/ai-voices'
const fresh = () => ({ provider: 'vendor_2', voice: `v-${newId()}`, gender: 'female' })

test('a voice is added, read, changed and removed', async () => {
  const input = fresh()
  const { status, body } = await developer.post(voices, input)
  expect(status).toBe(200)
  expect(body).toEqual({ id: expect.stringMatching(/^\d+$/), ...input })
  expect((await developer.get(`${voices}/${body.id}`)).body).toEqual(body)
  expect((await developer.put(`${voices}/${body.id}`, { gender: 'male' })).body).toEqual({ ...body, gender: 'male' })
  expect((await developer.delete(`${voices}/${body.id}`)).body).toEqual({ success: true })
  expect((await developer.get(`${voices}/${body.id}`)).status).toBe(404)
})

test('a provider lists a voice once', async () => {
  const input = fresh()
  expect((await developer.post(voices, input)).status).toBe(200)
  expect((await developer.post(voices, input)).status).toBe(409)
  const other = await developer.post(voices, { ...input, provider: 'vendor_1' })
  expect(await developer.put(`${voices}/${other.body.id}`, { provider: 'vendor_2' })).toMatchObject({
    status: 409,
    body: { code: 'VOICE_EXISTS' },
  })
})

test('voices belong to the first five vendors', async () => {
  for (const provider of ['vendor_1', 'vendor_2', 'vendor_3', 'vendor_4', 'vendor_5']) {
    expect((await developer.post(voices, { ...fresh(), provider })).status).toBe(200)
  }
  for (const provider of ['vendor_6', 'custom', 'openai', '', 7]) {
    expect((await developer.post(voices, { ...fresh(), provider })).status).toBe(400)
  }
})

test('junk in an id is not found, junk in a body is refused', async () => {
  const { id } = await app.given.voice()
  for (const bad of ['abc', '-1', '9'.repeat(30), '0'])
    expect((await developer.get(`${voices}/${bad}`)).status).toBe(404)
  for (const body of [{ voice: '' }, { gender: null }, { gender: 'x'.repeat(51) }]) {
    expect((await developer.put(`${voices}/${id}`, body)).status).toBe(400)
    expect((await developer.post(voices, { ...fresh(), ...body })).status).toBe(400)
  }
})

test('everyone who is signed in finds voices by provider, gender and part of the name', async () => {
  const mark = newId()
  const one = await app.given.voice({ provider: 'vendor_1', voice: `Nova ${mark}`, gender: 'female' })
  const two = await app.given.voice({ provider: 'vendor_3', voice: `Super_NOVA ${mark}`, gender: 'male' })
  const find = async (query: string) => {
    const { body } = await ordinary.get(`/api/init/ai-voices?${query}`)
    return body.map(({ id }: { id: string }) => Number(id))
  }
  expect(await find(`search=nova%20${mark}`)).toEqual([one.id, two.id])
  expect(await find(`search=nova%20${mark}&provider=vendor_3`)).toEqual([two.id])
  expect(await find(`search=nova%20${mark}&gender=female&provider=`)).toEqual([one.id])
  expect(await find(`search=nova%20${mark}&provider=custom`)).toEqual([])
  expect((await app.anyone.get('/api/init/ai-voices')).status).toBe(401)
})

test('what a pattern would read as a wildcard is only itself', async () => {
  const mark = newId()
  const plain = await app.given.voice({ voice: `plain ${mark}` })
  const odd = await app.given.voice({ voice: `100%_sure\\ ${mark}` })
  const find = async (search: string) => {
    const { body } = await ordinary.get(`/api/init/ai-voices?search=${encodeURIComponent(search)}`)
    return body.map(({ id }: { id: string }) => Number(id))
  }
  expect(await find(`%${mark}`)).toEqual([])
  expect(await find(`_${mark}`)).toEqual([])
  expect(await find(`100%_sure\\ ${mark}`)).toEqual([odd.id])
  expect(await find(` ${mark}`)).toEqual([odd.id, plain.id])
})

test('a filter that cannot be meant is refused', async () => {
  for (const query of ['provider=openai', `search=${'x'.repeat(201)}`, 'search=a&search=b']) {
    expect((await ordinary.get(`/api/init/ai-voices?${query}`)).status).toBe(400)
  }
})
