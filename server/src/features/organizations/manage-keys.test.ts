import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import { testApp } from '#testing/app.ts'
import { organizations } from './table.ts'

const app = await testApp()

async function asAdmin() {
  const given = await app.given.organization()
  const client = await app.as(given.admin)
  const keys = `/api/organizations/${given.organization.id}/api-keys`
  const works = async (key: string) =>
    (await app.withKey(key).get('/api/private/workflow/run/01890000-0000-7000-8000-000000000000')).status !== 401
  const audited = async () => {
    const { body } = await client.get(`/api/organizations/${given.organization.id}/audit-log`)
    const entries: AuditEntry[] = body.data
    return entries.filter(({ action }) => action.includes('key')).map(({ actor, action }) => [actor.user_id, action])
  }
  return { ...given, client, keys, works, audited }
}

test('the private key is shown masked, the public one whole, and looking is not kept', async () => {
  const { client, keys, organization, private_key, audited } = await asAdmin()
  const { body } = await client.get(keys)
  expect(body).toEqual({
    public_api_key: organization.public_api_key,
    private_api_key: `••••••••${private_key.slice(-4)}`,
  })
  expect(organization.public_api_key).toMatch(/^[0-9a-f]{32}$/)
  expect(await audited()).toEqual([])
})

test('the whole private key is handed out to admins, and who asked is kept', async () => {
  const { client, keys, private_key, admin, audited } = await asAdmin()
  const { status, body, headers } = await client.get(`${keys}/private`)
  expect([status, body]).toEqual([200, { private_api_key: private_key }])
  expect(headers.get('cache-control')).toBe('no-store')
  expect(await audited()).toEqual([[admin.id, 'private_api_key.revealed']])
})

test('a rotated private key works at once, and the old one no more', async () => {
  const { client, keys, private_key, admin, works, audited } = await asAdmin()
  expect(await works(private_key)).toBe(true)
  const { body } = await client.post(`${keys}/private/rotate`)
  expect(body.private_api_key).not.toBe(private_key)
  expect(await works(private_key)).toBe(false)
  expect(await works(body.private_api_key)).toBe(true)
  expect((await client.get(`${keys}/private`)).body.private_api_key).toBe(body.private_api_key)
  expect(await audited()).toContainEqual([admin.id, 'private_api_key.rotated'])
})

test('of keys that are rotated at once exactly the last one works', async () => {
  const { client, keys, works } = await asAdmin()
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.post(`${keys}/private/rotate`)))
  const made: string[] = answers.map(({ body }) => body.private_api_key)
  expect(new Set(made).size).toBe(5)
  const working = await Promise.all(made.map(works))
  expect(working.filter(Boolean)).toHaveLength(1)
})

test('a rotated public key is another one, and the private key stays', async () => {
  const { client, keys, organization, private_key, works, audited, admin } = await asAdmin()
  const { body } = await client.post(`${keys}/public/rotate`)
  expect(body.public_api_key).toMatch(/^[0-9a-f]{32}$/)
  expect(body.public_api_key).not.toBe(organization.public_api_key)
  expect(await works(private_key)).toBe(true)
  expect(await audited()).toEqual([[admin.id, 'public_api_key.rotated']])
  const event = await app.events.next('organization.updated', ({ payload }) => payload.id === organization.id)
  expect(event.payload.public_api_key).toBe(body.public_api_key)
})

test('the database holds no private key that could be read or used', async () => {
  const { organization, private_key, works } = await asAdmin()
  const [row] = await app.ctx.db.select().from(organizations).where(eq(organizations.id, organization.id))
  expect(JSON.stringify(row)).not.toContain(private_key)
  for (const stored of [row?.private_api_key_hash, row?.private_api_key_sealed, row?.public_api_key]) {
    expect(await works(stored ?? '')).toBe(false)
  }
})
