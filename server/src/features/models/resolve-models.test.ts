import { expect, test } from 'vitest'
import type { ModelRow } from '#features/catalog/table.ts'
import type { OrganizationRow } from '#features/organizations/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { ownTestApp, startTestApp } from '#testing/app.ts'
import { echo, serve } from '#testing/servers/loopback-server.ts'
import { resolveModels } from './resolve-models.ts'

const PLATFORM_ADDRESS = 'http://10.0.0.7/v1'
const app = await ownTestApp({
  env: { VENDOR_1_API_KEY: 'sk-platform', VENDOR_3_API_KEY: 'sk-gemini', VENDOR_3_BASE_URL: PLATFORM_ADDRESS },
})
const developer = await app.as(await app.given.user({ is_admin: true }))

const setFallbacks = (one: ModelRow | null, two: ModelRow | null) =>
  developer.put('/api/admin/settings', {
    fallback_model_1: one && String(one.id),
    fallback_model_2: two && String(two.id),
  })
const resolve = (organization: OrganizationRow, own: ModelRow | null = null) =>
  resolveModels(extendContext(app.ctx, { organization }), own?.id ?? null)
const idsOf = async (organization: OrganizationRow, own: ModelRow | null = null) =>
  (await resolve(organization, own)).map(({ model }) => model.id)

test('the teammate’s own model comes first, else the organization’s default, then the fallbacks', async () => {
  const [own, standard, one, two] = await Promise.all(Array.from({ length: 4 }, () => app.given.model()))
  if (!own || !standard || !one || !two) throw new Error('Four models were asked for')
  const auto = await app.given.organization()
  const { organization } = await app.given.organization({ ai_default_model: standard.id })
  await setFallbacks(one, two)
  expect(await idsOf(organization, own)).toEqual([own.id, one.id, two.id])
  expect(await idsOf(organization)).toEqual([standard.id, one.id, two.id])
  expect(await idsOf(auto.organization)).toEqual([one.id, two.id])
  expect(await idsOf(organization, two)).toEqual([two.id, one.id])
  await setFallbacks(two, two)
  expect(await idsOf(auto.organization)).toEqual([two.id])
  await setFallbacks(null, null)
  expect(await idsOf(auto.organization)).toEqual([])
  expect(await idsOf(organization)).toEqual([standard.id])
})

test('the organization’s own key wins over the platform’s', async () => {
  const model = await app.given.model()
  const { organization } = await app.given.organization()
  const other = await app.given.organization()
  await app.given.credential(organization, { provider: 'vendor_1', api_key: 'sk-own' })
  await app.given.credential(organization, { provider: 'vendor_2', api_key: 'sk-of-another-vendor' })

  const [own, ...rest] = await resolve(organization, model)
  expect(rest).toEqual([])
  expect(own).toMatchObject({ key_type: 'organization', connection: { provider: 'vendor_1', api_key: 'sk-own' } })
  expect(own?.model).toEqual(model)
  const [platform] = await resolve(other.organization, model)
  expect(platform).toMatchObject({ key_type: 'platform', connection: { api_key: 'sk-platform' } })
})

test('a key that is cleared counts no more from the next message on', async () => {
  const model = await app.given.model({ provider: 'vendor_4' })
  const { organization, admin } = await app.given.organization()
  const as = await app.as(admin)
  const path = `/api/organizations/${organization.id}/providers/vendor_4`
  expect(await resolve(organization, model)).toEqual([])
  await as.patch(path, { api_key: 'sk-anthropic' })
  expect(await idsOf(organization, model)).toEqual([model.id])
  await as.patch(path, { api_key: null })
  expect(await resolve(organization, model)).toEqual([])
})

test('models without a key, without a connection or without a conversation are left out', async () => {
  const { organization } = await app.given.organization()
  const unusable = [
    await app.given.model({ provider: 'vendor_2' }),
    await app.given.model({ provider: 'vendor_6' }),
    await app.given.model({ provider: 'custom' }),
    await app.given.model({ is_tts: true }),
    await app.given.model({ is_stt: true }),
    await app.given.model({ is_realtime: true }),
  ]
  for (const model of unusable) expect(await resolve(organization, model)).toEqual([])
})

test('a server of one’s own works without a key, and not without an address', async () => {
  const model = await app.given.model({ provider: 'custom' })
  const { organization } = await app.given.organization()
  const keyOnly = await app.given.organization()
  await app.given.credential(organization, { provider: 'custom', base_url: 'http://models.example/v1' })
  await app.given.credential(keyOnly.organization, { provider: 'custom', api_key: 'sk-nowhere' })
  const [candidate] = await resolve(organization, model)
  expect(candidate?.connection).toMatchObject({ api_key: null, base_url: 'http://models.example/v1' })
  expect(await resolve(keyOnly.organization, model)).toEqual([])
})

test('an address inside is reached when the operator configured it, not when a tenant did', async () => {
  const inside = await serve(echo)
  const strict = await startTestApp({
    env: {
      NODE_ENV: 'production',
      BASE_URL: 'http://localhost',
      HOST: '127.0.0.1',
      ENCRYPTION_KEY: '1'.repeat(64),
      SESSION_SECRET: '2'.repeat(64),
      CUSTOM_BASE_URL: inside.url,
      VENDOR_1_BASE_URL: inside.url,
    },
  })
  const { organization } = await strict.given.organization()
  const tenant = await strict.given.organization()
  await strict.given.credential(tenant.organization, { provider: 'custom', base_url: inside.url })
  await strict.given.credential(organization, { provider: 'vendor_1', api_key: 'sk-own' })
  const custom = await strict.given.model({ provider: 'custom' })
  const vendor = await strict.given.model({ provider: 'vendor_1' })
  const call = async (organization: OrganizationRow, model: ModelRow) => {
    const [candidate] = await resolveModels(extendContext(strict.ctx, { organization }), model.id)
    if (!candidate?.connection.base_url) throw new Error('The model was not resolved')
    return candidate.connection.fetch(candidate.connection.base_url)
  }
  expect((await call(organization, custom)).status).toBe(200)
  expect((await call(organization, vendor)).status).toBe(200)
  await expect(call(tenant.organization, custom)).rejects.toThrow(/127\.0\.0\.1/)
  await strict.close()
})

test('an own key goes to the address that the operator configured for the vendor', async () => {
  const model = await app.given.model({ provider: 'vendor_3' })
  const { organization } = await app.given.organization()
  await app.given.credential(organization, { provider: 'vendor_3', api_key: 'own' })
  const [candidate] = await resolve(organization, model)
  expect(candidate?.connection).toMatchObject({ api_key: 'own', base_url: PLATFORM_ADDRESS })
})

test('the personal assistant is available once a model of the current organization can answer', async () => {
  const { member, organization } = await app.given.organization()
  const as = await app.as(member)
  const available = async () =>
    (await as.get('/api/init/internal-chat-capabilities')).body.is_personal_assistant_model_available
  await setFallbacks(null, null)
  expect(await available()).toBe(false)
  await setFallbacks(await app.given.model({ provider: 'vendor_4' }), null)
  expect(await available()).toBe(false)
  await app.given.credential(organization, { provider: 'vendor_4', api_key: 'sk-own' })
  expect(await available()).toBe(true)

  const homeless = await app.as(await app.given.user())
  const { status, body } = await homeless.get('/api/init/internal-chat-capabilities')
  expect([status, body]).toEqual([200, { is_personal_assistant_model_available: false }])
  expect((await app.anyone.get('/api/init/internal-chat-capabilities')).status).toBe(401)
  await setFallbacks(null, null)
})

test('everyone who is signed in sees the catalog, with the plan’s models locked', async () => {
  const plan = await app.given.model({ provider: 'vendor_6', is_reasoning: true, input_cost: 1.5 })
  const other = await app.given.model({ provider: 'vendor_2' })
  const { body } = await (await app.as(await app.given.user())).get('/api/init/models')
  const find = ({ id }: ModelRow) => body.find((model: { id: string }) => model.id === String(id))
  expect(find(plan)).toEqual({
    id: String(plan.id),
    model: plan.model,
    name: 'A model',
    provider: 'vendor_6',
    is_connected: false,
    is_available: false,
    is_multimodal: false,
    is_realtime: false,
    is_tts: false,
    is_stt: false,
    is_reasoning: true,
    input_cost: 1.5,
    output_cost: null,
    cached_input_cost: null,
    voices: [],
  })
  expect(find(other)).toMatchObject({ is_connected: true, is_available: false })
  expect((await app.anyone.get('/api/init/models')).status).toBe(401)
})

test('a model is available with the platform’s key or the organization’s own, and with nobody else’s', async () => {
  const onPlatform = await app.given.model({ provider: 'vendor_1' })
  const onOwn = await app.given.model({ provider: 'vendor_5' })
  const { organization, admin, member } = await app.given.organization()
  const other = await app.given.organization()
  const availableTo = async (user: typeof admin) => {
    const { body } = await (await app.as(user)).get('/api/init/models')
    const listed = body as { id: string; is_available: boolean }[]
    return [onPlatform, onOwn].map(({ id }) => listed.find((model) => model.id === String(id))?.is_available)
  }
  expect(await availableTo(member)).toEqual([true, false])
  await app.given.credential(organization, { provider: 'vendor_5', api_key: 'sk-own' })
  expect(await availableTo(member)).toEqual([true, true])
  expect(await availableTo(admin)).toEqual([true, true])
  expect(await availableTo(other.admin)).toEqual([true, false])
})
