import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { vendorCredentials } from '../table.ts'
import { eraseClearedKeys } from './restore-provider.ts'

// A server of its own: its clock is moved.
const app = await ownTestApp()
const MINUTE = 60_000
const KEY = 'sk-0123456789abcdefWXYZ'

async function place() {
  const { organization, admin, member, owner } = await app.given.organization()
  return {
    organization,
    member,
    owner,
    as: await app.as(admin),
    path: `/api/organizations/${organization.id}/providers`,
  }
}

async function stored(organization_id: string, provider: 'vendor_1' | 'custom') {
  const [row] = await app.ctx.db
    .select()
    .from(vendorCredentials)
    .where(and(eq(vendorCredentials.organization_id, organization_id), eq(vendorCredentials.provider, provider)))
  return row
}

test('every vendor is listed in order, with nothing of one’s own at first', async () => {
  const { as, path } = await place()
  const { body } = await as.get(path)
  expect(body.map(({ provider }: { provider: string }) => provider)).toEqual([
    'vendor_1',
    'vendor_2',
    'vendor_3',
    'vendor_4',
    'vendor_5',
    'vendor_6',
    'custom',
  ])
  expect(body[0]).toEqual({
    provider: 'vendor_1',
    label: 'OpenAI',
    is_connected: false,
    has_own_key: false,
    api_key: null,
    base_url: null,
    can_restore: false,
    key_check: null,
    account: null,
    lost_at: null,
  })
})

test('keys are for admins and owners; another organization is not found', async () => {
  const { organization, member, owner, path } = await place()
  const outsider = await app.as((await app.given.organization()).admin)
  const calls: [string, string][] = [
    ['GET', path],
    ['PATCH', `${path}/vendor_1`],
    ['POST', `${path}/vendor_1/restore`],
  ]
  for (const [method, address] of calls) {
    expect((await app.anyone.send(address, { method })).status).toBe(401)
    expect((await (await app.as(member)).send(address, { method })).status).toBe(403)
    expect((await outsider.send(address, { method })).status).toBe(404)
  }
  expect((await outsider.patch(`${path}/vendor_1`, { api_key: KEY })).status).toBe(404)
  expect(await stored(organization.id, 'vendor_1')).toBeUndefined()
  expect((await (await app.as(owner)).patch(`${path}/vendor_1`, { api_key: KEY })).status).toBe(200)
})

test('a key is sealed at rest and shown masked, in responses and in events', async () => {
  const { organization, as, path } = await place()
  const answer = await as.patch(`${path}/vendor_1`, { api_key: `  ${KEY} ` })
  const { body } = answer
  expect(body).toMatchObject({
    key_check: 'unverified',
    provider: 'vendor_1',
    is_connected: true,
    has_own_key: true,
    api_key: '••••••••WXYZ',
  })

  const row = await stored(organization.id, 'vendor_1')
  expect(row?.api_key_sealed).not.toContain(KEY)
  expect(app.ctx.ports.cipher.decrypt(row?.api_key_sealed ?? '')).toBe(KEY)

  const event = await app.events.next('organization_ai_provider.updated', ({ payload }) => {
    return payload.organization_id === organization.id
  })
  expect(event.rooms).toEqual([`organization-admins:${organization.id}`])
  expect(event.payload).toEqual({ ...body, organization_id: organization.id })
  const listed = await as.get(path)
  expect(listed.body[0]).toEqual(body)
  expect(JSON.stringify([listed.body, body, event])).not.toContain(KEY.slice(0, -4))
})

test('a key so short that its tail would tell it is masked whole', async () => {
  const { as, path } = await place()
  expect((await as.patch(`${path}/vendor_1`, { api_key: 'ollama' })).body.api_key).toBe('••••••••')
})

test('a cleared key can be had back for five minutes', async () => {
  const { as, path } = await place()
  await as.patch(`${path}/vendor_1`, { api_key: KEY })
  const cleared = await as.patch(`${path}/vendor_1`, { api_key: null })
  expect(cleared.body).toMatchObject({ is_connected: false, has_own_key: false, api_key: null, can_restore: true })

  app.clock.advance(5 * MINUTE - 10_000)
  expect((await as.patch(`${path}/vendor_1`, { api_key: null })).body.can_restore).toBe(true)
  const restored = await as.post(`${path}/vendor_1/restore`)
  expect(restored).toMatchObject({ status: 200, body: { api_key: '••••••••WXYZ', can_restore: false } })
  expect((await as.post(`${path}/vendor_1/restore`)).status).toBe(409)
})

test('after five minutes a cleared key is gone, also from the database', async () => {
  const { organization, as, path } = await place()
  await as.patch(`${path}/vendor_1`, { api_key: KEY })
  await as.patch(`${path}/vendor_1`, { api_key: null })
  app.clock.advance(4 * MINUTE)
  await eraseClearedKeys(app.ctx)
  expect((await stored(organization.id, 'vendor_1'))?.cleared_api_key_sealed).not.toBeNull()

  // Clearing what is already clear must not buy more time.
  await as.patch(`${path}/vendor_1`, { api_key: null })
  app.clock.advance(MINUTE)
  const late = await as.post(`${path}/vendor_1/restore`)
  expect(late.status).toBe(409)
  expect(late.body.error).toContain('five minutes')
  expect((await as.get(path)).body[0].can_restore).toBe(false)
  await eraseClearedKeys(app.ctx)
  expect(await stored(organization.id, 'vendor_1')).toMatchObject({ cleared_api_key_sealed: null, cleared_at: null })
})

test('nothing comes back where nothing was cleared or a new key took its place', async () => {
  const { as, path } = await place()
  expect((await as.post(`${path}/vendor_2/restore`)).status).toBe(409)
  await as.patch(`${path}/vendor_2`, { api_key: KEY })
  await as.patch(`${path}/vendor_2`, { api_key: null })
  await as.patch(`${path}/vendor_2`, { api_key: 'sk-another-key-1234' })
  expect((await as.post(`${path}/vendor_2/restore`)).status).toBe(409)
  expect((await as.get(path)).body[1].api_key).toBe('••••••••1234')
})

test('one’s own server needs an address, and a key only if it asks for one', async () => {
  const { as, path } = await place()
  const base_url = 'https://models.example.com/v1'
  const { body } = await as.patch(`${path}/custom`, { api_key: null, base_url: `${base_url}/` })
  expect(body).toMatchObject({ is_connected: true, has_own_key: false, api_key: null, base_url })
  await as.patch(`${path}/custom`, { api_key: KEY, base_url })
  const cleared = await as.patch(`${path}/custom`, { api_key: null, base_url: null })
  expect(cleared.body).toMatchObject({ is_connected: false, base_url: null, can_restore: true })
  const restored = await as.post(`${path}/custom/restore`)
  expect(restored.body).toMatchObject({ is_connected: true, api_key: '••••••••WXYZ', base_url })
})

test('a stored key is never sent to a new address', async () => {
  const { as, path } = await place()
  const base_url = 'https://models.example.com/v1'
  await as.patch(`${path}/custom`, { api_key: KEY, base_url })
  expect((await as.patch(`${path}/custom`, { base_url: 'https://elsewhere.example' })).status).toBe(400)

  await as.patch(`${path}/custom`, { api_key: null, base_url: 'https://elsewhere.example' })
  expect((await as.post(`${path}/custom/restore`)).body).toMatchObject({ api_key: '••••••••WXYZ', base_url })
})

test('an address that is no plain http address is refused', async () => {
  const { as, path } = await place()
  const wrong = ['ftp://x.example', 'http://me:secret@x.example', 'https://x.example/?key=1', 'x.example', '', '//x', 7]
  for (const base_url of wrong) {
    expect((await as.patch(`${path}/custom`, { api_key: null, base_url })).status).toBe(400)
  }
})

test('a body that holds no key is refused, an unknown vendor is not found', async () => {
  const { as, path } = await place()
  const wrong = [{}, [], { api_key: '' }, { api_key: ' ' }, { api_key: 7 }, { api_key: 'a b' }, { api_key: 'a\nb: c' }]
  for (const body of [...wrong, { api_key: '\0' }, { api_key: 'x'.repeat(2001) }, { base_url: null }]) {
    expect((await as.patch(`${path}/vendor_1`, body)).status).toBe(400)
  }
  expect((await as.patch(`${path}/vendor_1`, { api_key: KEY, base_url: 'https://x.example' })).status).toBe(400)
  for (const vendor of ['vendor_7', 'openai', '__proto__', '%00']) {
    expect((await as.patch(`${path}/${vendor}`, { api_key: KEY })).status).toBe(404)
    expect((await as.post(`${path}/${vendor}/restore`)).status).toBe(404)
  }
})

test('the plan that connects by sign-in takes no key', async () => {
  const { as, path } = await place()
  const { status, body } = await as.patch(`${path}/vendor_6`, { api_key: KEY })
  expect(status).toBe(400)
  expect(body.error).toContain('connects by sign-in, not by key')
})

test('two who change one key at once leave one of the two keys', async () => {
  const { organization, as, path } = await place()
  const keys = ['sk-first-key-000001', 'sk-second-key-000002']
  const answers = await Promise.all(keys.map((api_key) => as.patch(`${path}/vendor_1`, { api_key })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const row = await stored(organization.id, 'vendor_1')
  expect(keys).toContain(app.ctx.ports.cipher.decrypt(row?.api_key_sealed ?? ''))
})
