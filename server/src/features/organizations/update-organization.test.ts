import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestApp, testApp } from '#testing/app.ts'
import { organizations } from './table.ts'

const app = await testApp()

async function asAdmin() {
  const given = await app.given.organization()
  const client = await app.as(given.admin)
  const path = `/api/organizations/${given.organization.id}`
  const row = async () => {
    const [found] = await app.ctx.db.select().from(organizations).where(eq(organizations.id, given.organization.id))
    return found
  }
  return { ...given, client, path, row }
}

test('admins and owners change settings, each for itself, and the answer shows them', async () => {
  const { client, path, owner, organization } = await asAdmin()
  const chat = await app.given.model()
  const changes = [
    { name: 'Öffis & Söhne 🏢' },
    { is_debug_mode: true },
    { use_lazy_tools: false },
    { is_auto_compacting_enabled: true },
    { ai_default_model: String(chat.id) },
  ]
  for (const change of changes) expect((await client.put(path, change)).body).toMatchObject(change)
  const { body } = await (await app.as(owner)).put(path, {})
  expect(body).toMatchObject({ id: organization.id, ...Object.assign({}, ...changes) })
  expect((await client.put(path, { ai_default_model: null })).body.ai_default_model).toBeNull()
})

test('an organization cannot be left without a name', async () => {
  const { client, path, row } = await asAdmin()
  for (const name of ['', ' ', '\t\n', '\u0000', ' \u0000 ', null, 1, {}, 'x'.repeat(201)]) {
    const { status, body } = await client.put(path, { name })
    expect([status, body.code, body.issues?.[0]?.path], JSON.stringify(name)).toEqual([
      400,
      'VALIDATION_FAILED',
      'name',
    ])
  }
  expect((await row())?.name).toBe('An organization')
  expect((await client.put(path, { name: '  Ours ' })).body.name).toBe('Ours')
})

test('a default model must be a chat model of the catalog', async () => {
  const { client, path, row } = await asAdmin()
  const others = await Promise.all(
    [{ is_realtime: true }, { is_tts: true }, { is_stt: true }].map((kind) => app.given.model(kind)),
  )
  for (const id of [
    '999999999',
    'x',
    '',
    '0',
    '-1',
    '1.5',
    '99999999999999999999',
    ...others.map(({ id }) => `${id}`),
  ]) {
    const { status, body } = await client.put(path, { ai_default_model: id, name: 'Changed' })
    expect([status, body.success], id).toEqual([400, false])
  }
  expect(await row()).toMatchObject({ ai_default_model: null, name: 'An organization' })
})

test('the flags are boolean and nothing that merely looks so', async () => {
  const { client, path } = await asAdmin()
  for (const flag of ['is_debug_mode', 'use_lazy_tools', 'is_auto_compacting_enabled']) {
    for (const value of ['true', 1, 0, null, []]) expect((await client.put(path, { [flag]: value })).status).toBe(400)
  }
})

test('nothing else of an organization can be set from outside', async () => {
  const { client, path, row } = await asAdmin()
  const before = await row()
  const given = { available_tokens: 1e9, status: 'inactive', id: 'x', public_api_key: 'x', private_api_key_hash: 'x' }
  await client.put(path, { ...given, ai_employee_daily_cost_limit_usd: 5 })
  expect(await row()).toEqual(before)
})

test('a daily limit is null or at least a cent, with at most two decimals', async () => {
  const { client, path } = await asAdmin()
  const limit = `${path}/ai-employee-daily-cost-limit`
  const set = (amount: unknown) => client.put(limit, { ai_employee_daily_cost_limit_usd: amount })
  for (const amount of [0.01, 0.1, 0.29, 1.1, 19.99, 100, 123456.78, null]) {
    const { status, body } = await set(amount)
    expect([status, body.ai_employee_daily_cost_limit_usd]).toEqual([200, amount])
  }
  for (const amount of [0, 0.001, 0.009, -1, 0.011, 1.999, 1.005, '1', undefined, [], 1e300]) {
    expect((await set(amount)).status, String(amount)).toBe(400)
  }
})

test('a member may change neither', async () => {
  const { member, path } = await asAdmin()
  const client = await app.as(member)
  expect((await client.put(path, { name: 'Mine' })).status).toBe(403)
  const limit = await client.put(`${path}/ai-employee-daily-cost-limit`, { ai_employee_daily_cost_limit_usd: null })
  expect(limit.status).toBe(403)
})

test('a change is pushed to the organization and to nobody else, and a change of nothing to no one', async () => {
  const own = await startTestApp({ parts: ['web'] })
  const { organization, admin } = await own.given.organization()
  const client = await own.as(admin)
  await client.put(`/api/organizations/${organization.id}`, {})
  await client.put(`/api/organizations/${organization.id}`, { name: 'Renamed' })
  const { rooms, payload } = await own.events.next('organization.updated')
  expect(rooms).toEqual([`organization:${organization.id}`])
  expect(payload).toMatchObject({ id: organization.id, name: 'Renamed' })
  expect(JSON.stringify(payload)).not.toContain('private')
  expect(own.events.find('organization.updated')).toHaveLength(1)
  await own.close()
})
