import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberships } from '#features/organizations/table.ts'
import { sessions, users } from '#features/users/table.ts'
import { startTestApp, testApp } from '#testing/app.ts'

const app = await testApp()
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const nobody = { user: null, wsToken: null, current_organization_id: null, currentOrganization: null }

test('without a session nobody is signed in', async () => {
  expect(await app.anyone.get('/api/init/whoami')).toMatchObject({ status: 200, body: nobody })
  const forged = await app.anyone.get('/api/init/whoami', { cookie: 'sessionId=made-up' })
  expect(forged.body).toEqual(nobody)
})

test('a signed-in user learns who they are, where they work and their websocket token', async () => {
  const { member, organization } = await app.given.organization()
  const { body } = await (await app.as(member)).get('/api/init/whoami')
  expect(body.user).toMatchObject({ id: member.id, email: member.email, current_organization_id: organization.id })
  expect(body.currentOrganization).toMatchObject({ id: organization.id, role: 'member', status: 'active' })
  expect(body.current_organization_id).toBe(organization.id)
  expect(body.wsToken).toMatch(/^[\w.-]{40,}$/)
})

test('a user whose membership ended lands in the first organization that is left', async () => {
  const left = await app.given.organization()
  const stays = await app.given.organization()
  const { member } = left
  await app.ctx.db
    .insert(memberships)
    .values({ organization_id: stays.organization.id, user_id: member.id, role: 'admin' })
  await app.ctx.db
    .update(memberships)
    .set({ removed_at: new Date() })
    .where(eq(memberships.organization_id, left.organization.id))
  const { body } = await (await app.as(member)).get('/api/init/whoami')
  expect(body.currentOrganization).toMatchObject({ id: stays.organization.id, role: 'admin' })
})

test('a user without any organization gets one of their own, once, however many first requests come at once', async () => {
  const client = await app.as(await app.given.user())
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.get('/api/init/whoami')))
  const ids = new Set(answers.map(({ body }) => body.current_organization_id))
  expect(ids.size).toBe(1)
  expect(answers[0]?.body.currentOrganization).toMatchObject({
    name: 'My Organization',
    role: 'owner',
    available_tokens: 2000,
    ai_default_model: null,
  })
})

test('in one-organization mode nobody gets an organization of their own, and stays signed in', async () => {
  const single = await startTestApp({ env: { ONE_ORGANIZATION_MODE: 'true' } })
  const user = await single.given.user()
  const { body } = await (await single.as(user)).get('/api/init/whoami')
  expect(body).toMatchObject({ user: { id: user.id }, current_organization_id: null, currentOrganization: null })
  expect(body.wsToken).not.toBeNull()
  await single.close()
})

test('a session that was not used for 24 hours has ended', async () => {
  const user = await app.given.user()
  const client = await app.as(user)
  await app.ctx.db
    .update(sessions)
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where(eq(sessions.user_id, user.id))
  expect((await client.get('/api/init/whoami')).body).toEqual(nobody)
})

test('a session that is used every day is nobody’s once its websocket token has expired', async () => {
  const own = await startTestApp({ parts: ['web'] })
  const client = await own.as(await own.given.user())
  for (let day = 1; day <= 7; day++) {
    own.clock.advance(DAY_MS - MINUTE_MS)
    expect((await client.get('/api/init/whoami')).body.wsToken).not.toBeNull()
  }
  own.clock.advance(8 * MINUTE_MS)
  expect((await client.get('/api/init/whoami')).body).toEqual(nobody)
  await own.close()
})

test('of a user who is gone nothing is left to be read', async () => {
  const user = await app.given.user()
  const client = await app.as(user)
  expect((await client.get('/api/init/whoami')).body.user.id).toBe(user.id)
  await app.ctx.db.delete(users).where(eq(users.id, user.id))
  expect((await client.get('/api/init/whoami')).body).toEqual(nobody)
})
