import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import { memberships } from '#features/organizations/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { givenInvites, newAddress } from '#testing/sign-in/invites.ts'

const DAY_MS = 86_400_000

const app = await testApp()
const given = () => givenInvites(app)

test('an invite by link has a code that cannot be guessed, a role and fourteen days', async () => {
  const { admin, create, listed, events } = await given()
  const before = app.ctx.now().getTime()
  const invite = await create({ role: 'admin', uses: 3 })
  expect(invite).toMatchObject({ email: null, role: 'admin', status: 'Pending', uses: 3, used: 0, mail: null })
  expect(invite.invited_by).toEqual({ id: admin.id, name: 'The admin' })
  expect(Buffer.from(invite.code, 'base64url')).toHaveLength(32)
  expect(invite.code).toMatch(/^[\w-]+$/)
  const days = (Date.parse(invite.expires_at) - before) / DAY_MS
  expect(days).toBeGreaterThanOrEqual(14)
  expect(days).toBeLessThan(14.1)
  expect(await listed()).toEqual([invite])
  expect(events()).toMatchObject([{ name: 'organization_invite.created', payload: invite }])
})

test('only those who may invite are notified of invites, because their codes let people in', async () => {
  const { organization, create, events } = await given()
  await create()
  expect(events().map(({ rooms }) => rooms)).toEqual([[`organization-admins:${organization.id}`]])
})

test('an address is kept in lower case and invited once at a time', async () => {
  const { client, path, create, listed } = await given()
  const email = newAddress()
  expect(await create({ email: `  ${email.toUpperCase()} `, role: 'member' })).toMatchObject({ email, uses: 1 })
  const again = await client.post(path, { email, role: 'admin' })
  expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_INVITED' } })
  expect(await listed()).toHaveLength(1)
})

test('a person who belongs to the organization is not invited; anyone who was removed is', async () => {
  const { member, base, client, path, create } = await given()
  const invite = { email: member.email.toUpperCase(), role: 'member' }
  expect(await client.post(path, invite)).toMatchObject({ status: 409, body: { code: 'ALREADY_MEMBER' } })
  expect((await client.delete(`${base}/users/${member.id}`)).status).toBe(200)
  expect(await create(invite)).toMatchObject({ email: member.email, status: 'Pending' })
})

test('of many pasted addresses each is invited for itself, and those that cannot be are named', async () => {
  const { member, client, path, create, listed } = await given()
  const [first, second, invited] = [newAddress(), newAddress(), newAddress()]
  await create({ email: invited, role: 'member' })
  const emails = [first, second.toUpperCase(), first, 'nobody', 'a@', member.email, invited, 'Ann <ann@invited.test>']
  const { status, body } = await client.post(`${path}/bulk-create`, { emails, role: 'admin' })
  expect(status).toBe(200)
  expect(body.created.map(({ email, role }: { email: string; role: string }) => [email, role]).sort()).toEqual(
    [first, second].sort().map((email) => [email, 'admin']),
  )
  expect(body.skipped).toEqual([
    { email: 'nobody', reason: 'NOT_AN_ADDRESS' },
    { email: 'a@', reason: 'NOT_AN_ADDRESS' },
    { email: 'Ann <ann@invited.test>', reason: 'NOT_AN_ADDRESS' },
    { email: member.email, reason: 'ALREADY_MEMBER' },
    { email: invited, reason: 'ALREADY_INVITED' },
  ])
  const codes = (await listed()).map(({ code }: { code: string }) => code)
  expect(new Set(codes).size).toBe(3)
})

test('an address whose invite has expired or lost its inviter is invited again', async () => {
  const { organization, owner, member, create, listed } = await given()
  const [late, orphan] = [newAddress(), newAddress()]
  await app.given.invite(organization, owner, { email: late, expires_at: new Date(0) })
  await app.given.invite(organization, member, { email: orphan })
  for (const email of [late, orphan]) expect(await create({ email, role: 'member' })).toMatchObject({ email })
  const shown = (await listed()).map(({ email, status }: { email: string; status: string }) => `${email} ${status}`)
  expect(shown.sort()).toEqual([late, orphan].flatMap((email) => [`${email} Cancelled`, `${email} Pending`]).sort())
})

test('invites are listed in pages, newest first', async () => {
  const { client, path, create } = await given()
  const ids: string[] = []
  for (let at = 0; at < 3; at++) ids.unshift((await create()).id)
  const { body } = await client.get(`${path}?limit=2`)
  expect(body).toMatchObject({ page: 1, limit: 2, total: 3, hasMore: true, can_send_mail: false })
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
  expect((await client.get(`${path}?limit=2&page=2`)).body.data).toMatchObject([{ id: ids[2] }])
})

test('a cancelled invite stays in the list and is read-only', async () => {
  const { client, path, create, listed, events } = await given()
  const { id } = await create({ email: newAddress(), role: 'member' })
  expect(await client.delete(`${path}/${id}`)).toMatchObject({ status: 200, body: { success: true } })
  expect(await listed()).toMatchObject([{ id, status: 'Cancelled' }])
  expect(events().at(-1)).toMatchObject({ name: 'organization_invite.updated', payload: { id, status: 'Cancelled' } })
  for (const answer of [await client.delete(`${path}/${id}`), await client.post(`${path}/${id}/resend`)]) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'INVITE_NOT_PENDING' } })
  }
})

test('an expired invite stays pending on the wire and is read-only', async () => {
  const { organization, admin, client, path, listed } = await given()
  const { id } = await app.given.invite(organization, admin, { email: newAddress(), expires_at: new Date(0) })
  expect(await listed()).toMatchObject([{ id, status: 'Pending', expires_at: '1970-01-01T00:00:00.000Z' }])
  for (const answer of [await client.delete(`${path}/${id}`), await client.post(`${path}/${id}/resend`)]) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'INVITE_NOT_PENDING' } })
  }
})

test('an invite that is sent again lives for another fourteen days under the same link', async () => {
  const { organization, owner, admin, client, path } = await given()
  const expires_at = new Date(app.ctx.now().getTime() + DAY_MS)
  const { id, code } = await app.given.invite(organization, owner, { email: newAddress(), expires_at })
  const { status, body } = await client.post(`${path}/${id}/resend`)
  expect([status, body]).toMatchObject([200, { id, code, invited_by: { id: admin.id }, mail: { status: 'queued' } }])
  expect(Date.parse(body.expires_at)).toBeGreaterThan(expires_at.getTime() + 12 * DAY_MS)
})

test('an invite by link is not sent again, because it was sent to nobody', async () => {
  const { client, path, create } = await given()
  const { id } = await create()
  expect(await client.post(`${path}/${id}/resend`)).toMatchObject({ status: 409, body: { code: 'INVITE_BY_LINK' } })
})

test('every step is in the audit log, without the code', async () => {
  const { admin, client, path, create, acts } = await given()
  const email = newAddress()
  const { id, code } = await create({ email, role: 'admin' })
  await client.post(`${path}/${id}/resend`)
  await client.delete(`${path}/${id}`)
  const written = await acts()
  expect(written.map(({ action, actor, subject }: AuditEntry) => [action, actor.user_id, subject])).toEqual(
    ['invite.created', 'invite.resent', 'invite.cancelled'].map((action) => [
      action,
      admin.id,
      { type: 'invite', id, name: email },
    ]),
  )
  expect(JSON.stringify(written)).not.toContain(code)
})

test('members neither see nor make invites, and other organizations do not learn of them', async () => {
  const { member, client, path, create } = await given()
  const { id } = await create()
  const outsider = await app.as((await app.given.organization()).owner)
  for (const [caller, status] of [[await app.as(member), 403] as const, [outsider, 404] as const]) {
    expect((await caller.get(path)).status).toBe(status)
    expect((await caller.post(path, { role: 'member' })).status).toBe(status)
    expect((await caller.post(`${path}/bulk-create`, { emails: [newAddress()], role: 'member' })).status).toBe(status)
    expect((await caller.delete(`${path}/${id}`)).status).toBe(status)
    expect((await caller.post(`${path}/${id}/resend`)).status).toBe(status)
  }
  expect((await client.get(path)).body.data).toMatchObject([{ id, status: 'Pending' }])
})

test('another organization’s invite answers exactly like a missing one', async () => {
  const theirs = await (await given()).create({ email: newAddress(), role: 'member' })
  const { client, path } = await given()
  expect(await client.delete(`${path}/${theirs.id}`)).toLookLike(await client.delete(`${path}/${newId()}`))
  expect(await client.post(`${path}/${theirs.id}/resend`)).toLookLike(await client.post(`${path}/${newId()}/resend`))
})

test('nobody is invited as an owner, and what cannot be an invite is refused', async () => {
  const { client, path, listed } = await given()
  const email = newAddress()
  const junk = [
    {},
    { role: 'owner' },
    { role: null },
    { role: 'member', uses: 0 },
    { role: 'member', uses: 1.5 },
    { role: 'member', uses: 1001 },
    { role: 'member', uses: '2' },
    { role: 'member', email, uses: 2 },
    { role: 'member', email: '' },
    { role: 'member', email: [email] },
    { role: 'member', email: `${email}, ${newAddress()}` },
    { role: 'member', email: `${email}\r\nBcc: all@invited.test` },
    { role: 'member', email: `${'x'.repeat(250)}@invited.test` },
    { role: 'member', language: 'xx' },
  ]
  for (const body of junk) {
    const answer = await client.post(path, body)
    expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([400, 'VALIDATION_FAILED'])
  }
  for (const emails of [[], 'x', [''], [null], Array.from({ length: 101 }, newAddress)]) {
    expect((await client.post(`${path}/bulk-create`, { emails, role: 'member' })).status).toBe(400)
  }
  expect(await listed()).toEqual([])
})

test('an organization invites five hundred addresses a day, and no other one waits for it', async () => {
  const { organization, admin, client, path, create } = await given()
  for (let at = 0; at < 499; at++) await app.given.invite(organization, admin, { email: newAddress() })
  const emails = [newAddress(), newAddress()]
  const tooMany = await client.post(`${path}/bulk-create`, { emails, role: 'member' })
  expect([tooMany.status, tooMany.body.code]).toEqual([429, 'TOO_MANY_INVITES'])
  expect(await create({ email: emails[0], role: 'member' })).toMatchObject({ status: 'Pending' })
  expect((await client.post(path, { email: emails[1], role: 'member' })).status).toBe(429)
  expect(await create(), 'a link is not mailed').toMatchObject({ status: 'Pending' })
  const other = await given()
  expect(await other.create({ email: newAddress(), role: 'member' })).toMatchObject({ status: 'Pending' })
})

test('an invite is not sent again and again', async () => {
  const { client, path, create } = await given()
  const { id } = await create({ email: newAddress(), role: 'member' })
  const statuses: number[] = []
  for (let at = 0; at < 31; at++) statuses.push((await client.post(`${path}/${id}/resend`)).status)
  expect(statuses).toEqual([...Array(30).fill(200), 429])
})

test('an inactive organization continues inviting, as it continues with everything but automation', async () => {
  const { organization, admin } = await app.given.organization({ status: 'inactive' })
  const path = `/api/organizations/${organization.id}/invites`
  const { body } = await (await app.as(admin)).post(path, { role: 'member' })
  const guest = await app.given.user()
  expect((await (await app.as(guest)).get(`/api/invites/${body.code}/accept`)).status).toBe(200)
  const rows = await app.ctx.db.select().from(memberships).where(eq(memberships.user_id, guest.id))
  expect(rows).toMatchObject([{ organization_id: organization.id, role: 'member' }])
})
