import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#features/users/table.ts'
import { invite, openSignIn } from '#testing/sign-in/sign-in.ts'

const { app, person, signIn, whoAmI } = await openSignIn({ ONLY_INVITED_USERS: 'true' })

test('who is not invited is told so, and nothing of them is kept', async () => {
  const { sub, email } = person()
  const { answer, browser } = await signIn(sub)
  expect(answer).toMatchObject({ status: 403, body: { success: false, error: 'Registration is by invitation only' } })
  expect(await app.ctx.db.$count(users, eq(sql`lower(${users.email})`, email))).toBe(0)
  expect((await whoAmI(browser)).user).toBeNull()
})

test('an invite that has expired lets nobody in', async () => {
  const { owner, organization } = await app.given.organization()
  const inviteCode = await invite(app, organization, owner, { expires_at: new Date(app.ctx.now().getTime() - 1000) })
  const { answer } = await signIn(person().sub, { state: { inviteCode } })
  expect(answer).toMatchObject({ status: 403, body: { error: 'Invite is invalid or has expired' } })
})

test('who is invited works in the organization that invites them', async () => {
  const { owner, organization } = await app.given.organization()
  const inviteCode = await invite(app, organization, owner)
  const { answer, browser } = await signIn(person().sub, { state: { inviteCode, returnPath: '/storage' } })
  expect(answer.body).toEqual({ success: true, redirect_url: '/' })
  expect((await whoAmI(browser)).currentOrganization).toMatchObject({ id: organization.id, role: 'member' })
})

test('who is invited at an address in another script joins, in whichever form the provider writes it', async () => {
  const { admin, organization } = await app.given.organization()
  const client = await app.as(admin)
  for (const [invited, verified] of [
    ['анна@почта.рф', 'Анна@xn--80a1acny.xn--p1ai'],
    ['bob@xn--bcher-kva.example', 'Bob@Bücher.example'],
  ]) {
    const { body } = await client.post(`/api/organizations/${organization.id}/invites`, {
      email: invited,
      role: 'member',
    })
    const { sub } = person({ email: verified })
    const { answer, browser } = await signIn(sub, { state: { inviteCode: body.code } })
    expect(answer.body).toMatchObject({ success: true })
    expect((await whoAmI(browser)).currentOrganization).toMatchObject({ id: organization.id, role: 'member' })
  }
})

test('who has an account signs in with an invite that fails, and is led to where it is explained', async () => {
  const { owner, organization } = await app.given.organization()
  const { sub } = person()
  await signIn(sub, { state: { inviteCode: await invite(app, organization, owner) } })
  const { answer, browser } = await signIn(sub, { state: { inviteCode: 'unknown' } })
  expect(answer).toMatchObject({ status: 200, body: { success: false, redirect_url: '/invite/unknown' } })
  expect((await whoAmI(browser)).user).not.toBeNull()
})
