import type { ServerResponse } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { revokeQueuedGrant } from '#features/integrations/jobs.ts'
import { jobEnqueued } from '#platform/bus/queue.ts'
import { createLog } from '#platform/log.ts'
import { startTestApp } from '#testing/app.ts'
import { givenAccount, startIdentityProviders } from '#testing/integrations/integrations.ts'

const providers = await startIdentityProviders()
const lines: string[] = []
const log = createLog({ level: 'trace', pretty: false }, { write: (line: string) => void lines.push(line) })
const app = await startTestApp({ env: { ...providers.env, SIGN_IN_TIMEOUT: '1' }, log })
afterAll(async () => {
  await app.close()
  await providers[Symbol.asyncDispose]()
})

const { idpa, idpb } = providers
type Given = Awaited<ReturnType<typeof givenAccount>>
const assignedTo = async ({ person, assigned }: Given) =>
  (await person.get(assigned)).body.data.map((one: { name: string }) => one.name)

const nothingIsToRevoke = () => expect.poll(waitingRevocations).toBe(0)

async function waitingRevocations(): Promise<number> {
  const { rows } = await app.ctx.db.execute(sql`
    select 1 from jobs.job where name = ${revokeQueuedGrant.name} and state not in ('completed', 'failed', 'cancelled')`)
  return rows.length
}

test('an account is disconnected with what stood on it, and the provider takes the access back', async () => {
  await using given = await givenAccount(app, idpa, { account: 'once@accounts.example' })
  const create = async (name: string, oauth_mcp: string) => {
    const { body } = await given.person.post(`${given.base}/mcps`, { type: 'oauth', name, oauth_mcp })
    await given.person.post(given.assigned, { mcp_id: body.id })
  }
  await create('Our mail', 'mail_a')
  await create('Their mail', 'mail_b')
  expect((await given.person.delete(given.account)).body).toEqual({ success: true })
  expect(await assignedTo(given)).toEqual(['Their mail'])
  expect(await given.show()).toMatchObject({ is_connected: false, is_valid: null, account: null })
  await expect.poll(() => idpa.askedOf('/revoke')).toHaveLength(1)
  expect((await given.person.delete(given.account)).status).toBe(404)
})

test('an account that another teammate works with too is not taken back at the provider', async () => {
  await using given = await givenAccount(app, idpa, { account: 'twice@accounts.example' })
  await using other = await givenAccount(app, idpa, { account: 'twice@accounts.example' })
  const asked = idpa.askedOf('/revoke').length
  await given.person.delete(given.account)
  await nothingIsToRevoke()
  expect(idpa.askedOf('/revoke')).toHaveLength(asked)
  expect((await other.person.post(`${other.account}/validate`)).body).toMatchObject({ is_valid: true })
  await other.reconnect({ account: 'another@accounts.example' })
  await expect.poll(() => idpa.askedOf('/revoke')).toHaveLength(asked + 1)
})

test('a provider that is away is asked to take the access back until it answers', async () => {
  await using given = await givenAccount(app, idpa, { account: 'later@accounts.example' })
  const asked = idpa.askedOf('/revoke').length
  idpa.misbehave(1, '/revoke', (response) => response.writeHead(503).end())
  expect((await given.person.delete(given.account)).status).toBe(200)
  const askedAgain = async () => {
    await app.ctx.emit(jobEnqueued, { name: revokeQueuedGrant.name, after_seconds: 0 })
    return idpa.askedOf('/revoke').length
  }
  await expect.poll(askedAgain).toBe(asked + 2)
  await nothingIsToRevoke()
})

test('an account stays connected where its toolsets cannot be taken away', async () => {
  await using given = await givenAccount(app, idpa, { account: 'stays@accounts.example' })
  await app.ctx.db.execute(sql`
    create function refuse_unassigning() returns trigger language plpgsql as 'begin raise exception ''not now''; end'`)
  await app.ctx.db.execute(sql`
    create trigger refuse_unassigning before delete on employee_mcps for each row execute function refuse_unassigning()`)
  const asked = idpa.askedOf('/revoke').length
  try {
    expect((await given.person.delete(given.account)).status).toBe(500)
  } finally {
    await app.ctx.db.execute(sql`drop function refuse_unassigning cascade`)
  }
  expect(idpa.askedOf('/revoke')).toHaveLength(asked)
  expect((await given.person.post(`${given.account}/validate`)).body).toMatchObject({
    is_connected: true,
    is_valid: true,
  })
  expect(await assignedTo(given)).toEqual(['mail_a', 'calendar_a', 'drive_a'])
})

test('a provider that does not answer leaves an account unknown, and holds up nobody who disconnects it', async () => {
  await using given = await givenAccount(app, idpb)
  const validate = async () => (await given.person.post(`${given.account}/validate`)).body.is_valid
  expect(await validate()).toBe(true)
  idpb.misbehave(1, idpb.paths.profile, () => undefined)
  expect(await validate()).toBe(null)
  idpb.misbehave(1, idpb.paths.profile, (response) => response.end('<html>'))
  expect(await validate()).toBe(null)
  expect(await validate()).toBe(true)
  idpb.grants.endAccess()
  expect(await validate()).toBe(true)
  idpb.grants.revokeAll()
  expect(await validate()).toBe(false)
  expect(await validate()).toBe(false)

  await using other = await givenAccount(app, idpa, { account: 'silent@accounts.example' })
  idpa.misbehave(1, '/revoke', () => undefined)
  expect((await other.person.delete(other.account)).status).toBe(200)
})

test('a provider that fails while someone connects is distinguished from one that refuses, and harms no account', async () => {
  await using given = await givenAccount(app, idpa, { account: 'first@accounts.example' })
  const ends: [status: number, act: (response: ServerResponse) => void][] = [
    [503, () => undefined],
    [503, (response) => response.writeHead(503).end()],
    [503, (response) => response.writeHead(429).end()],
    [503, (response) => response.destroy()],
    [422, (response) => response.end('<html>')],
    [422, (response) => response.end(JSON.stringify({ access_token: 7 }))],
    [503, (response) => response.end('x'.repeat(2_000_000))],
  ]
  for (const [status, act] of ends) {
    idpa.misbehave(1, idpa.paths.token, act)
    expect((await given.reconnect({ account: 'second@accounts.example' })).status).toBe(status)
  }
  idpa.grants.how.omitsRefresh = true
  expect((await given.reconnect({ account: 'second@accounts.example' })).body).toMatchObject({
    code: 'INTEGRATION_REFUSED',
  })
  // The same account continues with the refresh token that it has.
  expect((await given.reconnect({ account: 'first@accounts.example' })).status).toBe(200)
  idpa.grants.how.omitsRefresh = false
  idpa.grants.endAccess()
  expect((await given.person.post(`${given.account}/validate`)).body).toMatchObject({
    account: 'first@accounts.example',
    is_valid: true,
  })
  idpa.misbehave(1, idpa.paths.profile, (response) => response.writeHead(500).end())
  const unknown = { is_connected: true, is_valid: null, account: null }
  expect((await given.reconnect({ account: 'first@accounts.example' })).body).toMatchObject(unknown)
  const known = { is_valid: true, account: 'first@accounts.example' }
  expect((await given.person.post(`${given.account}/validate`)).body).toMatchObject(known)
})

test('a predefined toolset is tested with the account, and says what it lacks', async () => {
  await using given = await givenAccount(app, idpa)
  const test = () =>
    given.person.post(`${given.base}/mcps/test`, { employee_id: given.teammate.id, oauth_mcp: 'mail_a' })
  expect((await test()).body).toMatchObject({ success: true, toolsets: [{ name: 'mail_a' }] })
  const mail = async () => (await given.person.get(given.assigned)).body.data[0]
  expect(await mail()).toMatchObject({ oauth_mcp: 'mail_a', health: 'working', last_error: null })
  idpa.grants.revokeAll()
  expect(await test()).toMatchObject({ status: 409, body: { code: 'INTEGRATION_NEEDED' } })
  expect(await mail()).toMatchObject({ health: 'failing', last_error: expect.stringContaining('reconnected') })
  await given.person.delete(given.account)
  await given.person.post(given.assigned, { oauth_mcp: 'mail_a' })
  expect(await test()).toMatchObject({ status: 409, body: { code: 'INTEGRATION_NEEDED' } })
  expect(await mail()).toMatchObject({ health: 'failing', last_error: expect.stringContaining('No Google account') })
  const { body: entries } = await given.person.get(`${given.base}/mcps/oauth`)
  expect(entries.data.map((one: { is_available: boolean }) => one.is_available)).toEqual(Array(6).fill(true))
})

test('a person who connects and disconnects an account is in the audit log', async () => {
  await using given = await givenAccount(app, idpa, { account: 'audited@accounts.example' })
  await given.person.delete(given.account)
  const { body } = await given.person.get(`${given.base}/audit-log`)
  const acts = body.data.filter(({ action }: { action: string }) => action.startsWith('integration.'))
  expect(acts).toMatchObject([
    { action: 'integration.disconnected', subject: { id: given.teammate.id } },
    { action: 'integration.connected', after: { service: 'idpa', account: 'audited@accounts.example' } },
  ])
})

test('no token and no code is ever logged, whatever goes wrong', () => {
  const logged = lines.join('')
  expect(logged).toContain('a provider of accounts granted no token')
  for (const secret of [...idpa.grants.secrets(), ...idpb.grants.secrets()]) expect(logged).not.toContain(secret)
})
