import { expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import type { Session } from '#contracts/sign-in.ts'
import type { UserRow } from '#features/users/table.ts'
import { testApp } from '#testing/app.ts'
import { createClient } from '#testing/client.ts'

const app = await testApp()

/** Signs in as a browser does. */
async function browser(user: UserRow, user_agent: string) {
  const response = await app.anyone.send('/api/auth/dev/login', {
    method: 'POST',
    body: JSON.stringify({ user_id: user.id }),
    headers: { 'content-type': 'application/json', 'user-agent': user_agent },
  })
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const client = createClient(app.base_url, { cookie })
  return {
    ...client,
    sessions: async (): Promise<Session[]> => (await client.get('/api/auth/sessions')).body,
    isSignedIn: async () => (await client.get('/api/auth/status')).body.authenticated,
  }
}

test('people see where they are signed in, which of it is here, and nothing that signs anybody in', async () => {
  const user = await app.given.user()
  const laptop = await browser(user, 'A laptop')
  await browser(user, `A phone${'!'.repeat(1000)}`)
  await browser(await app.given.user(), 'Somebody else')
  const sessions = await laptop.sessions()
  expect(sessions).toHaveLength(2)
  expect(sessions.find(({ is_current }) => is_current)).toEqual({
    id: expect.any(String),
    created_at: expect.any(String),
    last_used_at: expect.any(String),
    user_agent: 'A laptop',
    device_name: null,
    address: '127.0.0.1',
    is_current: true,
  })
  expect(sessions.find(({ is_current }) => !is_current)?.user_agent).toMatch(/^A phone!{10,293}$/)
})

test('one session is ended from another, with its entry in the audit log, and the rest continue', async () => {
  const { owner, organization } = await app.given.organization()
  const [laptop, phone, tablet] = [
    await browser(owner, 'A laptop'),
    await browser(owner, 'A phone'),
    await browser(owner, 'A tablet'),
  ]
  const [lost] = (await laptop.sessions()).filter(({ user_agent }) => user_agent === 'A phone')
  expect((await laptop.delete(`/api/auth/sessions/${lost?.id}`)).body).toEqual({ success: true })
  expect([await laptop.isSignedIn(), await phone.isSignedIn(), await tablet.isSignedIn()]).toEqual([true, false, true])
  expect((await laptop.delete(`/api/auth/sessions/${lost?.id}`)).status).toBe(404)
  const { body } = await laptop.get(`/api/organizations/${organization.id}/audit-log?action=user.session_ended`)
  expect(body.data.map(({ actor, before }: AuditEntry) => [actor.user_id, before])).toEqual([
    [owner.id, { user_agent: 'A phone' }],
  ])
})

test('all other sessions end at once, this one stays', async () => {
  const user = await app.given.user()
  const [laptop, phone] = [await browser(user, 'A laptop'), await browser(user, 'A phone')]
  expect((await laptop.delete('/api/auth/sessions')).status).toBe(200)
  expect([await laptop.isSignedIn(), await phone.isSignedIn()]).toEqual([true, false])
  expect(await laptop.sessions()).toHaveLength(1)
  expect((await laptop.delete('/api/auth/sessions')).status).toBe(200)
})

test('nobody sees or ends the sessions of others', async () => {
  const [user, other] = [await app.given.user(), await app.given.user()]
  const [theirs, mine] = [await browser(user, 'Theirs'), await browser(other, 'Mine')]
  const [session] = await theirs.sessions()
  expect((await mine.delete(`/api/auth/sessions/${session?.id}`)).status).toBe(404)
  expect((await mine.delete('/api/auth/sessions/junk')).status).toBe(404)
  expect(await theirs.isSignedIn()).toBe(true)
  for (const answer of [await app.anyone.get('/api/auth/sessions'), await app.anyone.delete('/api/auth/sessions')])
    expect(answer.status).toBe(401)
})
