import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberships, organizations } from '#features/organizations/table.ts'
import { users } from '#features/users/table.ts'
import type { Answer } from '#testing/client.ts'
import { startDirectoryApp } from '#testing/sign-in/directory-door.ts'
import { authIdentities } from './table.ts'

type Door = Awaited<ReturnType<typeof startDirectoryApp>>

const cookieOf = ({ headers }: Answer): string => headers.get('set-cookie')?.split(';', 1)[0] ?? ''

const whoIs = async ({ app }: Door, answer: Answer) =>
  (await app.anyone.get('/api/init/whoami', { cookie: cookieOf(answer) })).body

const usersOf = ({ app }: Door) => app.ctx.db.select().from(users)

test('what the provider says of a person today is taken over, and what it does not say stays', async () => {
  const door = await startDirectoryApp()
  const person = door.add('ann')
  const first = await whoIs(door, await door.signIn(person))
  expect(first.user.name).toBe('Person ann')
  person.attributes.displayName = `  ${'N'.repeat(300)}  `
  const { user } = await whoIs(door, await door.signIn(person))
  expect(user).toMatchObject({ id: first.user.id, name: 'N'.repeat(200) })
  person.attributes.displayName = ' '
  expect((await whoIs(door, await door.signIn(person))).user.name).toBe('N'.repeat(200))
})

test('a verified address opens the account that has it, once and for all', async () => {
  const door = await startDirectoryApp()
  const { owner, organization } = await door.app.given.organization()
  const person = door.add('boss', { mail: owner.email.toUpperCase() })
  const answer = await door.signIn(person, { returnPath: '/staff' })
  expect(answer.body).toEqual({ success: true, redirect_url: '/staff' })
  expect(await whoIs(door, answer)).toMatchObject({
    user: { id: owner.id, email: owner.email },
    current_organization_id: organization.id,
  })
  person.attributes.mail = 'renamed@directory.test'
  expect((await whoIs(door, await door.signIn(person))).user.id).toBe(owner.id)
})

test('an address that was given to someone else does not open the account of the person who had it', async () => {
  const door = await startDirectoryApp()
  const leaver = door.add('leaver', { mail: 'sales@directory.test', entryUUID: 'a-1' })
  const { user } = await whoIs(door, await door.signIn(leaver))
  door.people.length = 0
  const heir = door.add('heir', { mail: 'sales@directory.test', entryUUID: 'a-2' })
  const refused = await door.signIn(heir)
  expect([refused.status, refused.body.code, cookieOf(refused)]).toEqual([403, 'EMAIL_TAKEN', ''])
  expect((await usersOf(door)).map(({ id }) => id)).toEqual([user.id])
})

test('a person who has no address gets no account', async () => {
  const door = await startDirectoryApp()
  for (const mail of ['', 'no address', `${'x'.repeat(250)}@directory.test`]) {
    const refused = await door.signIn(door.add(`p${mail.length}`, { mail }))
    expect([refused.status, refused.body.code], mail).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  }
  expect(await usersOf(door)).toEqual([])
})

test('of eight first sign-ins of one person at once all succeed, and make one account with one organization', async () => {
  const door = await startDirectoryApp()
  const person = door.add('ann')
  const answers = await Promise.all(Array.from({ length: 8 }, () => door.signIn(person)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await usersOf(door)).toHaveLength(1)
  expect(await door.app.ctx.db.select().from(authIdentities)).toHaveLength(1)
  expect(await door.app.ctx.db.select().from(organizations)).toHaveLength(1)
})

test('by invitation only, a person without an invite gets no account, and the refusal says which of two reasons it has', async () => {
  const door = await startDirectoryApp({ ONLY_INVITED_USERS: 'true' })
  const { app } = door
  const { organization, owner } = await app.given.organization()
  const person = door.add('ann')
  const invited = (values = {}) => app.given.invite(organization, owner, values)
  const refusal = async (more: object) => {
    const { status, body, headers } = await door.signIn(person, more)
    return [status, body.error, headers.get('set-cookie')]
  }
  const known = (await usersOf(door)).length
  expect(await refusal({})).toEqual([403, 'Registration is by invitation only', null])
  const past = new Date(app.clock.now().getTime() - 1)
  const unusable = [
    'made-up',
    (await invited({ expires_at: past })).code,
    (await invited({ status: 'Cancelled' })).code,
    (await invited({ status: 'Accepted', used: 1 })).code,
    (await invited({ email: 'somebody-else@directory.test' })).code,
  ]
  for (const inviteCode of unusable)
    expect(await refusal({ inviteCode }), inviteCode).toEqual([403, 'Invite is invalid or has expired', null])
  expect(await usersOf(door)).toHaveLength(known)

  const { code } = await invited({ email: 'ann@directory.test', role: 'admin' })
  const answer = await door.signIn(person, { inviteCode: code })
  expect(answer.body).toEqual({ success: true, redirect_url: '/' })
  expect((await whoIs(door, answer)).currentOrganization).toMatchObject({ id: organization.id, role: 'admin' })
  // The policy is about new accounts alone.
  expect((await door.signIn(person)).body).toEqual({ success: true, redirect_url: '/' })
})

test('an invite for one person lets one of eight people in who use it at once', async () => {
  const door = await startDirectoryApp({ ONLY_INVITED_USERS: 'true' })
  const { organization, owner } = await door.app.given.organization()
  const { code } = await door.app.given.invite(organization, owner)
  const known = (await usersOf(door)).length
  const outsiders = Array.from({ length: 8 }, (_, index) => door.add(`outsider-${index}`))
  const answers = await Promise.all(outsiders.map((person) => door.signIn(person, { inviteCode: code })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)])
  expect(await usersOf(door)).toHaveLength(known + 1)
})

test('an invite that cannot be accepted leaves its holder signed in and sent to its page', async () => {
  const door = await startDirectoryApp()
  const { organization, owner } = await door.app.given.organization()
  const { code } = await door.app.given.invite(organization, owner, { status: 'Cancelled' })
  const answer = await door.signIn(door.add('ann'), { inviteCode: code, returnPath: '/staff' })
  expect(answer.body).toEqual({ success: false, message: expect.any(String), redirect_url: `/invite/${code}` })
  expect((await whoIs(door, answer)).user.email).toBe('ann@directory.test')
  const strange = await door.signIn(door.add('bob'), { inviteCode: '../../x?y#z' })
  expect(strange.body.redirect_url).toBe('/invite/..%2F..%2Fx%3Fy%23z')
})

test('the development picker takes an invite along as the other doors do', async () => {
  const { app } = await startDirectoryApp()
  const { organization, owner } = await app.given.organization()
  const [user, late] = [await app.given.user(), await app.given.user()]
  const { code } = await app.given.invite(organization, owner)
  const state = JSON.stringify({ inviteCode: code, returnPath: '/staff' })
  const pick = async ({ id }: { id: string }) =>
    (await app.anyone.post('/api/auth/dev/login', { user_id: id, state })).body
  expect(await pick(user)).toEqual({ success: true, redirect_url: '/' })
  const { body } = await (await app.as(user)).get('/api/init/whoami')
  expect(body.currentOrganization).toMatchObject({ id: organization.id, role: 'member' })
  expect(await pick(late)).toEqual({ success: false, message: expect.any(String), redirect_url: `/invite/${code}` })
})

test('where there is one organization, anyone who is new joins it and begins at a teammate they can see', async () => {
  const door = await startDirectoryApp({ ONE_ORGANIZATION_MODE: 'true' })
  const { app } = door
  const nowhere = await door.signIn(door.add('early'))
  expect(nowhere.body).toEqual({ success: true, redirect_url: '/' })
  expect(await whoIs(door, nowhere)).toMatchObject({ user: {}, current_organization_id: null })
  const { organization } = await app.given.organization()
  const early = await door.signIn(door.add('first'))
  expect(early.body).toEqual({ success: true, redirect_url: '/' })
  await app.given.teammate(organization)
  const ann = door.add('ann')
  const answer = await door.signIn(ann, { returnPath: '/settings' })
  const [, employeeId] = answer.body.redirect_url.match(/^\/staff\/ai\/([\w-]+)\?onboarding=true$/) ?? []
  const cookie = cookieOf(answer)
  const shown = await app.anyone.get(`/api/organizations/${organization.id}/employees/${employeeId}`, { cookie })
  expect(shown.body).toMatchObject({ id: employeeId, name: 'Ally', is_personal_assistant: true })
  expect((await whoIs(door, answer)).currentOrganization).toMatchObject({ id: organization.id, role: 'member' })
  expect((await door.signIn(ann, { returnPath: '/settings' })).body.redirect_url).toBe('/settings')
})

test('a return path that leads away leads to the start', async () => {
  const door = await startDirectoryApp()
  const person = door.add('ann')
  await door.signIn(person)
  for (const returnPath of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/%09/evil',
    'javascript:x',
    '',
  ])
    expect((await door.signIn(person, { returnPath })).body.redirect_url, returnPath).toBe(
      returnPath === '/%09/evil' ? returnPath : '/',
    )
})

test('a cookie that someone planted before is worth nothing after, and the session it stood for has ended', async () => {
  const door = await startDirectoryApp()
  const [person, attacker] = [door.add('ann'), door.add('mallory')]
  const planted = cookieOf(await door.signIn(attacker))
  const answer = await door.signIn(person, {}, { cookie: planted })
  expect(cookieOf(answer)).not.toBe(planted)
  expect((await door.app.anyone.get('/api/init/whoami', { cookie: planted })).body.user).toBeNull()
  expect((await whoIs(door, answer)).user.email).toBe('ann@directory.test')
})

test('another site cannot sign a visitor’s browser in', async () => {
  const door = await startDirectoryApp()
  const refused = await door.signIn(door.add('ann'), {}, { origin: 'https://evil.example' })
  expect([refused.status, cookieOf(refused)]).toEqual([403, ''])
})

test('a person who was removed from an organization comes back to one of their own', async () => {
  const door = await startDirectoryApp()
  const { organization, member } = await door.app.given.organization()
  const person = door.add('member', { mail: member.email })
  await door.app.ctx.db.update(memberships).set({ removed_at: sql`now()` }).where(eq(memberships.user_id, member.id))
  const { currentOrganization } = await whoIs(door, await door.signIn(person))
  expect(currentOrganization.id).not.toBe(organization.id)
})

test('a sign-in is one transaction: where its last write fails, no account, link or session is left', async () => {
  const door = await startDirectoryApp()
  await door.app.ctx.db.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no organization today'; end $$`)
  await door.app.ctx.db.execute(
    sql`create trigger no_more before insert on organizations for each row execute function refuse()`,
  )
  const answer = await door.signIn(door.add('ann'))
  expect([answer.status, cookieOf(answer)]).toEqual([500, ''])
  for (const table of ['users', 'auth_identities', 'sessions']) {
    const { rows } = await door.app.ctx.db.execute(sql.raw(`select 1 from ${table}`))
    expect(rows, table).toEqual([])
  }
})
