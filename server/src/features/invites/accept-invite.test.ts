import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberships } from '#features/organizations/table.ts'
import { users } from '#features/users/table.ts'
import { randomToken } from '#platform/cipher.ts'
import { fromAnywhere, givenInvites, newAddress, startInvitesApp } from '#testing/sign-in/invites.ts'

const app = await startInvitesApp()
const given = () => givenInvites(app)
const visitor = async (values: Partial<typeof users.$inferInsert> = {}) => {
  const user = await app.given.user(values)
  return { user, client: await app.as(user) }
}

async function roleOf(organization: { id: string }, user: { id: string }) {
  const [row] = await app.ctx.db
    .select()
    .from(memberships)
    .where(and(eq(memberships.organization_id, organization.id), eq(memberships.user_id, user.id)))
  return row && row.removed_at === null ? row.role : null
}

test('anybody may look an invite up, and is told what it is for but not for whom', async () => {
  const { organization, create } = await given()
  const email = newAddress()
  const { code, expires_at } = await create({ email, role: 'admin' })
  const { status, body } = await app.anyone.get(`/api/invites/${code}`, fromAnywhere())
  expect([status, body]).toEqual([
    200,
    {
      code,
      role: 'admin',
      status: 'Pending',
      expires_at,
      organization: { id: organization.id, name: 'An organization' },
      invited_by: 'The admin',
      is_for_another: false,
    },
  ])
  const mine = await visitor({ email })
  expect((await mine.client.get(`/api/invites/${code}`, fromAnywhere())).body.is_for_another).toBe(false)
  const other = await (await visitor()).client.get(`/api/invites/${code}`, fromAnywhere())
  expect(other.body.is_for_another).toBe(true)
  expect(JSON.stringify([body, other.body])).not.toContain(email)
})

test('a code that is wrong, malformed or changed by a letter looks like any other', async () => {
  const { create } = await given()
  const { code } = await create()
  const missing = await app.anyone.get(`/api/invites/${randomToken()}`, fromAnywhere())
  expect(missing.status).toBe(404)
  const { client } = await visitor()
  for (const wrong of ['x', '%00', code.slice(1), `${code}x`, code.toLowerCase(), "'--", 'a b', `${code}%20`]) {
    expect(await app.anyone.get(`/api/invites/${wrong}`, fromAnywhere())).toLookLike(missing)
    expect((await client.get(`/api/invites/${wrong}/accept`, fromAnywhere())).status).toBe(404)
  }
})

test('a person who looks up too many codes has to wait', async () => {
  const headers = fromAnywhere()
  const statuses: number[] = []
  for (let at = 0; at < 31; at++) {
    statuses.push((await app.anyone.get(`/api/invites/${randomToken()}`, headers)).status)
  }
  expect(statuses).toEqual([...Array(30).fill(404), 429])
})

test('a person who accepts joins with the role of the invite and works there from now on', async () => {
  const { organization, create, accept, listed, events, acts } = await given()
  const { id, code } = await create({ role: 'admin' })
  const { user, client } = await visitor()
  expect(await accept(client, code)).toMatchObject({
    status: 200,
    body: { success: true, organization_id: organization.id, redirect_url: '/' },
  })
  const { body } = await client.get('/api/init/whoami')
  expect(body.currentOrganization).toMatchObject({ id: organization.id, role: 'admin' })
  expect(await listed()).toMatchObject([{ id, status: 'Accepted', used: 1 }])
  expect(events().at(-1)).toMatchObject({ name: 'organization_invite.updated', payload: { id, status: 'Accepted' } })
  const added = app.events.find('organization.staff_user_added', ({ payload }) => payload.id === user.id)
  expect(added).toMatchObject([{ rooms: [`organization:${organization.id}`], payload: { role: 'admin' } }])
  const written = (await acts()).slice(1)
  expect(written).toMatchObject([
    { action: 'member.added', actor: { user_id: user.id }, subject: { id: user.id }, after: { role: 'admin' } },
    { action: 'invite.accepted', actor: { user_id: user.id }, subject: { id }, after: { role: 'admin' } },
  ])
})

test('an invite by e-mail is accepted by that address alone, in whichever case', async () => {
  const { organization, create, accept } = await given()
  const email = newAddress()
  const { code } = await create({ email, role: 'member' })
  const other = await visitor()
  expect(await accept(other.client, code)).toMatchObject({ status: 403, body: { code: 'INVITE_FOR_ANOTHER' } })
  expect(await roleOf(organization, other.user)).toBeNull()
  const { user, client } = await visitor({ email: email.toUpperCase() })
  expect((await accept(client, code)).status).toBe(200)
  expect(await roleOf(organization, user)).toBe('member')
})

test('a link for two lets two in', async () => {
  const { organization, create, accept, listed } = await given()
  const { code } = await create({ role: 'member', uses: 2 })
  const guests = await Promise.all([visitor(), visitor(), visitor()])
  const statuses: number[] = []
  for (const { client } of guests) statuses.push((await accept(client, code)).status)
  expect(statuses).toEqual([200, 200, 409])
  expect(await listed()).toMatchObject([{ status: 'Accepted', used: 2 }])
  const roles = await Promise.all(guests.map(({ user }) => roleOf(organization, user)))
  expect(roles).toEqual(['member', 'member', null])
})

test('a person who accepts again is where they are, and takes no other’s place', async () => {
  const { create, accept, listed, acts } = await given()
  const { code } = await create({ role: 'member', uses: 2 })
  const { client } = await visitor()
  for (let at = 0; at < 3; at++) expect((await accept(client, code)).status).toBe(200)
  expect(await listed()).toMatchObject([{ status: 'Pending', used: 1 }])
  expect(await acts()).toHaveLength(3)
  expect((await accept((await visitor()).client, code)).status).toBe(200)
  expect((await accept(client, code)).status).toBe(200)
})

test('a member who accepts keeps their role, and a link keeps its place', async () => {
  const { organization, owner, create, accept, listed } = await given()
  const { code } = await create({ role: 'member' })
  expect((await accept(await app.as(owner), code)).status).toBe(200)
  expect(await roleOf(organization, owner)).toBe('owner')
  expect(await listed()).toMatchObject([{ status: 'Pending', used: 0 }])
})

test('what was cancelled, used up or has expired lets nobody in, and says which', async () => {
  const { organization, admin, client, path, create, accept } = await given()
  const cancelled = await create()
  await client.delete(`${path}/${cancelled.id}`)
  const expired = await app.given.invite(organization, admin, { expires_at: new Date(app.ctx.now().getTime()) })
  const used = await app.given.invite(organization, admin, { status: 'Accepted', used: 1 })
  const { user, client: guest } = await visitor()
  for (const [{ code }, reason] of [
    [cancelled, 'INVITE_CANCELLED'],
    [expired, 'INVITE_EXPIRED'],
    [used, 'INVITE_ACCEPTED'],
  ]) {
    expect(await accept(guest, code)).toMatchObject({ status: 409, body: { code: reason } })
  }
  expect(await roleOf(organization, user)).toBeNull()
})

test('a person who was removed comes back by a new invite, with its role, and not by one they knew before', async () => {
  const { organization, admin, owner, base, create, accept } = await given()
  const known = await app.given.invite(organization, owner, { role: 'admin' })
  const boss = await app.as(owner)
  expect((await boss.delete(`${base}/users/${admin.id}`)).status).toBe(200)
  const removed = await app.as(admin)
  expect(await accept(removed, known.code)).toMatchObject({ status: 403, body: { code: 'REMOVED_SINCE' } })
  expect(await roleOf(organization, admin)).toBeNull()
  const { body } = await boss.post(`${base}/invites`, { email: admin.email, role: 'member' })
  expect((await accept(removed, body.code)).status).toBe(200)
  expect(await roleOf(organization, admin)).toBe('member')
  expect((await create()).code, 'a member invites nobody').toBeUndefined()
})

test('an invite counts as long as its author may invite', async () => {
  const { admin, owner, base, create, accept } = await given()
  const { code } = await create()
  const boss = await app.as(owner)
  await boss.put(`${base}/users/${admin.id}/role`, { role: 'member' })
  const { client } = await visitor()
  expect(await accept(client, code)).toMatchObject({ status: 409, body: { code: 'INVITE_CANCELLED' } })
  expect((await app.anyone.get(`/api/invites/${code}`, fromAnywhere())).body.status).toBe('Cancelled')
  expect((await boss.get(`${base}/invites`)).body.data).toMatchObject([{ status: 'Cancelled' }])
  await boss.put(`${base}/users/${admin.id}/role`, { role: 'admin' })
  await boss.delete(`${base}/users/${admin.id}`)
  expect(await accept(client, code)).toMatchObject({ status: 409, body: { code: 'INVITE_CANCELLED' } })
})

const elsewhere: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['a site beside ours', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'empty' }],
  [
    'an address that was typed',
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ],
  ['a typed address with no page before it', { 'sec-fetch-site': 'none' }],
  ['a typed address with another page before it', { 'sec-fetch-site': 'none', referer: 'https://evil.example/' }],
  ['a link in one of our pages', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }],
  ['a picture in one of our pages', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
  ['an old browser', { accept: 'text/html,application/xhtml+xml' }],
  ['an old browser on another page', { referer: 'https://evil.example/' }],
  ['a script of another page', { origin: 'null' }],
]
test.for(elsewhere)('a request that comes from %s is sent to the page of the invite', async ([, headers]) => {
  const { organization, create } = await given()
  const { code } = await create()
  const { user, client } = await visitor()
  const { status, headers: answered } = await client.get(`/api/invites/${code}/accept`, {
    ...fromAnywhere(),
    ...headers,
  })
  expect([status, answered.get('location')]).toEqual([302, `/invite/${code}`])
  expect(await roleOf(organization, user)).toBeNull()
})

const ownPage: [string, Record<string, string>][] = [
  ['a script of our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['our page before it', { 'sec-fetch-site': 'none', referer: `${app.base_url}/invite/x` }],
  ['a program', {}],
]
test.for(ownPage)('a request of %s accepts', async ([, headers]) => {
  const { organization, create } = await given()
  const { code } = await create()
  const { user, client } = await visitor()
  expect((await client.get(`/api/invites/${code}/accept`, { ...fromAnywhere(), ...headers })).status).toBe(200)
  expect(await roleOf(organization, user)).toBe('member')
})

test('a person who is not signed in is sent to the page of the invite; a script of the page is told', async () => {
  const { create, listed } = await given()
  const { code } = await create()
  const path = `/api/invites/${code}/accept`
  for (const cookie of ['', 'sessionId=made-up']) {
    const anonymous = { ...fromAnywhere(), cookie }
    const sent = await app.anyone.get(path, anonymous)
    expect([sent.status, sent.headers.get('location')]).toEqual([302, `/invite/${code}`])
    expect((await app.anyone.get(path, { ...anonymous, 'sec-fetch-site': 'same-origin' })).status).toBe(401)
  }
  expect(await listed()).toMatchObject([{ used: 0 }])
})

test('a refused acceptance leaves the current organization as it was', async () => {
  const { organization, create, accept } = await given()
  const { code } = await create({ email: newAddress(), role: 'member' })
  const { member, organization: own } = await app.given.organization()
  expect((await accept(await app.as(member), code)).status).toBe(403)
  const [row] = await app.ctx.db.select().from(users).where(eq(users.id, member.id))
  expect(row?.current_organization_id).toBe(own.id)
  expect(await roleOf(organization, member)).toBeNull()
})
