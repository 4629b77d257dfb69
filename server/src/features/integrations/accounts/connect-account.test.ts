import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { memberships, organizations } from '#features/organizations/table.ts'
import { startTestApp } from '#testing/app.ts'
import { givenPrivateChat } from '#testing/chats/private-chat.ts'
import type { Client } from '#testing/client.ts'
import { connectAccount, givenAccount, startIdentityProviders } from '#testing/integrations/integrations.ts'
import { oauthIntegrations } from '../table.ts'

const providers = await startIdentityProviders()
const app = await startTestApp({ env: providers.env })
afterAll(async () => {
  await app.close()
  await providers[Symbol.asyncDispose]()
})

const TOOLSETS = { idpa: ['mail_a', 'calendar_a', 'drive_a'], idpb: ['mail_b', 'calendar_b', 'drive_b'] }

test.each(['idpa', 'idpb'] as const)(
  'an account of %s is connected, and its toolsets are assigned',
  async (service) => {
    await using given = await givenAccount(app, providers[service], { account: `ada-${service}@accounts.example` })
    expect(await given.show()).toMatchObject({
      is_available: true,
      is_connected: true,
      is_valid: true,
      needs_reconnect: false,
      account: `ada-${service}@accounts.example`,
      connected_by: { id: given.owner.id },
    })
    const { body } = await given.person.get(given.assigned)
    expect(body.data.map((one: { oauth_mcp: string }) => one.oauth_mcp)).toEqual(TOOLSETS[service])
    const [changed] = app.events.find('integration.changed', ({ payload }) => payload.employee_id === given.teammate.id)
    expect(changed).toMatchObject({
      rooms: expect.arrayContaining([`teammate:${given.teammate.id}`]),
      payload: { service },
    })
  },
)

const toolsetsOf = async ({ person, base, teammate }: { person: Client; base: string; teammate: { id: string } }) => {
  const { body } = await person.get(`${base}/employees/${teammate.id}/tools`)
  return new Set(body.data.map(({ name }: { name: string }) => name.split('__')[0]))
}

test('every connector of the provider is assigned, an entry as it is where there is none, and what was assigned stays', async () => {
  await using given = await givenAccount(app, providers.idpa)
  await given.person.delete(given.account)
  const create = async (name: string, oauth_mcp: string) =>
    (await given.person.post(`${given.base}/mcps`, { type: 'oauth', name, oauth_mcp })).body
  const mail = await create('Our mail', 'mail_a')
  const other = await create('Other mail', 'mail_a')
  const foreign = await create('Outlook', 'mail_b')
  await given.person.post(given.assigned, { mcp_id: mail.id, ask: ['send_message'] })
  await given.person.post(given.assigned, { oauth_mcp: 'drive_a' })
  for (const account of ['ada@accounts.example', 'grace@accounts.example']) {
    expect((await given.reconnect({ account })).body).toMatchObject({ account })
    const { body } = await given.person.get(given.assigned)
    expect(body.data).toMatchObject([
      { mcp_id: mail.id, toolset: 'our_mail', ask: ['send_message'] },
      { oauth_mcp: 'drive_a' },
      { mcp_id: other.id },
      { oauth_mcp: 'calendar_a' },
    ])
    expect(JSON.stringify(body)).not.toContain(foreign.id)
  }
  expect(await toolsetsOf(given)).toEqual(new Set(['our_mail', 'other_mail', 'drive_a', 'calendar_a']))
})

test('a connector that is assigned takes the place of the predefined entry, and asks about the same tools', async () => {
  await using given = await givenAccount(app, providers.idpa)
  const { body: mail } = await given.person.post(`${given.base}/mcps`, {
    type: 'oauth',
    name: 'Our mail',
    oauth_mcp: 'mail_a',
  })
  await given.person.post(given.assigned, { oauth_mcp: 'mail_a', ask: ['send_message'] })
  expect((await given.person.post(given.assigned, { mcp_id: mail.id })).status).toBe(200)
  expect((await given.person.get(given.assigned)).body.data).toMatchObject([
    { mcp_id: mail.id, toolset: 'our_mail', ask: ['send_message'] },
    { toolset: 'calendar_a', ask: [] },
    { toolset: 'drive_a', ask: [] },
  ])
  expect(await toolsetsOf(given)).toEqual(new Set(['our_mail', 'calendar_a', 'drive_a']))
})

test('the state of an attempt counts once, for ten minutes, for its person, organization, teammate and service', async () => {
  await using given = await givenAccount(app, providers.idpa)
  const { organization, person } = given
  const admin = await app.as(await app.given.membership(organization, 'admin'))
  const theirs = await givenPrivateChat(app)
  const start = async () => {
    const { body } = await person.get(given.link)
    const { searchParams } = await providers.idpa.pass(body.auth_url)
    return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
  }
  const isRefused = async (answer: Promise<{ status: number; body: { code?: string } }>) =>
    expect(await answer).toMatchObject({ status: 400, body: { code: 'INTEGRATION_STATE_INVALID' } })
  const arrived = await start()
  await isRefused(admin.post(given.callback, arrived))
  await isRefused(person.post(given.callback.replace('idpa', 'idpb'), arrived))
  const elsewhere = await app.as(theirs.owner)
  await isRefused(elsewhere.post(given.callback.replace(organization.id, theirs.organization.id), arrived))
  const { nonce } = JSON.parse(Buffer.from(arrived.state, 'base64').toString())
  const forged = { employeeId: theirs.teammate.id, nonce }
  const encoded = (state: unknown) => Buffer.from(JSON.stringify(state)).toString('base64')
  await isRefused(person.post(given.callback, { ...arrived, state: encoded(forged) }))
  for (const state of ['junk', encoded(null), encoded({ nonce }), encoded({ ...forged, nonce: 'x'.repeat(43) })])
    await isRefused(person.post(given.callback, { ...arrived, state }))
  expect((await person.post(given.callback, arrived)).status).toBe(200)
  await isRefused(person.post(given.callback, arrived))

  const late = await start()
  app.clock.advance(600_001)
  await isRefused(person.post(given.callback, late))
})

test('of eight who come back with one state at once, one connects', async () => {
  await using given = await givenPrivateChat(app)
  const person = await app.as(given.owner)
  const base = `/api/organizations/${given.organization.id}/integrations/idpb`
  const { body } = await person.get(`${base}/auth_link?employee_id=${given.teammate.id}`)
  const { searchParams } = await providers.idpb.pass(body.auth_url)
  const arrived = { code: searchParams.get('code'), state: searchParams.get('state') }
  const answers = await Promise.all(Array.from({ length: 8 }, () => person.post(`${base}/callback`, arrived)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
})

test('what people do with the accounts of their own assistants is pushed to nobody else', async () => {
  const { organization, owner, admin } = await app.given.organization()
  const teammate = await app.given.teammate(organization, { owned_by_user_id: owner.id, is_system: true })
  const person = await app.as(owner)
  const connected = await connectAccount(person, { organization, teammate }, providers.idpa)
  expect(connected.body).toMatchObject({ is_connected: true })
  const base = `/api/organizations/${organization.id}`
  const account = `${base}/employees/${teammate.id}/integrations`
  const colleague = await app.as(admin)
  expect((await colleague.get(account)).status).toBe(404)
  expect((await colleague.delete(`${account}/idpa`)).status).toBe(404)
  expect((await person.delete(`${account}/idpa`)).status).toBe(200)
  const { body: log } = await person.get(`${base}/audit-log`)
  expect(log.data.filter(({ action }: { action: string }) => action.startsWith('integration.'))).toEqual([])
  const events = app.events.find('integration.changed', ({ payload }) => payload.employee_id === teammate.id)
  expect(events).toHaveLength(2)
  for (const { rooms } of events) expect(rooms).toEqual([`member:${organization.id}:${owner.id}`])
})

test('a person who may not edit the teammate any more connects nothing to it', async () => {
  await using given = await givenAccount(app, providers.idpa)
  const user = await app.given.membership(given.organization, 'admin')
  const admin = await app.as(user)
  const { body } = await admin.get(given.link)
  const { searchParams } = await providers.idpa.pass(body.auth_url)
  await app.ctx.db.update(memberships).set({ role: 'member' }).where(eq(memberships.user_id, user.id))
  const arrived = { code: searchParams.get('code'), state: searchParams.get('state') }
  expect((await admin.post(given.callback, arrived)).status).toBe(404)
})

test('other organizations, members and inactive organizations connect nothing; a member reads the accounts', async () => {
  await using given = await givenAccount(app, providers.idpa)
  const elsewhere = await app.as((await app.given.organization()).owner)
  const outsider = await app.as(await app.given.membership(given.organization, 'member'))
  const viewer = await app.given.membership(given.organization, 'member')
  await app.given.accessGroup(given.organization, { users: [viewer], teammates: [given.teammate] })
  const member = await app.as(viewer)
  expect((await member.get(given.accounts)).body).toEqual((await given.person.get(given.accounts)).body)
  for (const [person, status] of [
    [elsewhere, 404],
    [outsider, 404],
    [member, 403],
  ] as const) {
    if (status === 404) expect((await person.get(given.accounts)).status).toBe(404)
    expect((await person.get(given.link)).status).toBe(status)
    expect((await person.post(`${given.account}/validate`)).status).toBe(status)
    expect((await person.delete(given.account)).status).toBe(status)
  }
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, given.organization.id))
  expect((await given.person.get(given.link)).status).toBe(403)
  expect((await given.person.post(`${given.account}/validate`)).status).toBe(403)
  expect((await given.person.post(given.callback, { code: 'x', state: 'y' })).status).toBe(403)
})

test('a code that the provider does not take connects nothing', async () => {
  await using given = await givenAccount(app, providers.idpa)
  const { body } = await given.person.get(given.link)
  const { searchParams } = await providers.idpa.pass(body.auth_url)
  const answer = await given.person.post(given.callback, { code: 'another', state: searchParams.get('state') })
  expect(answer).toMatchObject({ status: 422, body: { code: 'INTEGRATION_REFUSED' } })
})

test('what the person does not grant must be reconnected', async () => {
  await using given = await givenAccount(app, providers.idpa, {
    scopes: ['https://www.googleapis.com/auth/gmail.modify'],
  })
  expect(await given.show()).toMatchObject({ is_valid: true, needs_reconnect: true })
  await given.reconnect()
  expect(await given.show()).toMatchObject({ needs_reconnect: false })
})

test('what the operator has not set up is listed as unavailable', async () => {
  const bare = await startTestApp()
  try {
    const { organization, owner } = await bare.given.organization()
    const teammate = await bare.given.teammate(organization)
    const person = await bare.as(owner)
    const answer = await connectAccount(person, { organization, teammate }, providers.idpa).catch(() => null)
    expect(answer).toBe(null)
    const link = `/api/organizations/${organization.id}/integrations/idpa/auth_link?employee_id=${teammate.id}`
    const unavailable = { status: 409, body: { code: 'INTEGRATION_UNAVAILABLE' } }
    expect(await person.get(link)).toMatchObject(unavailable)
    // An account may have been connected before that.
    const now = bare.ctx.now()
    await bare.ctx.db.insert(oauthIntegrations).values({
      organization_id: organization.id,
      employee_id: teammate.id,
      service: 'idpa',
      tokens_sealed: bare.ctx.ports.cipher.encrypt('{}'),
      expires_at: now,
      scopes: [],
      connected_at: now,
      status: 'valid',
      checked_at: now,
    })
    const base = `/api/organizations/${organization.id}`
    expect(await person.post(`${base}/employees/${teammate.id}/integrations/idpa/validate`)).toMatchObject(unavailable)
    const choice = { employee_id: teammate.id, oauth_mcp: 'mail_a' }
    expect(await person.post(`${base}/mcps/test`, choice)).toMatchObject(unavailable)
  } finally {
    await bare.close()
  }
})
