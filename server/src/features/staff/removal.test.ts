import { expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { runOf } from '#testing/chats/private-chat.ts'

const app = await testApp()

async function given() {
  const people = await app.given.organization()
  const base = `/api/organizations/${people.organization.id}`
  const [owner, admin, member] = await Promise.all([people.owner, people.admin, people.member].map(app.as))
  if (!owner || !admin || !member) throw new Error('Nobody is signed in')
  return { people, organization: people.organization, base, users: `${base}/users`, owner, admin, member }
}

test('a removed person finds nothing of the organization any more, and works in another one', async () => {
  const { people, organization, users, base, admin, member } = await given()
  const elsewhere = await app.given.organization()
  const second = await app.given.membership(elsewhere.organization, 'owner')
  expect((await member.get(`${base}/staff`)).status).toBe(200)
  expect((await admin.delete(`${users}/${people.member.id}`)).body).toEqual({ success: true })
  const outsider = await app.as(second)
  expect(await member.get(`${base}/staff`)).toLookLike(await outsider.get(`${base}/staff`))
  const { body } = await member.get('/api/init/whoami')
  expect(body.user.id).toBe(people.member.id)
  expect(body.current_organization_id).not.toBe(organization.id)
  const event = await app.events.next(
    'organization.staff_user_removed',
    ({ payload }) => payload.id === people.member.id,
  )
  expect(event.rooms).toEqual([`organization:${organization.id}`])
})

test('a removal that is undone gives back role and groups', async () => {
  const { people, organization, base, users, owner, admin } = await given()
  const group = await app.given.accessGroup(organization, { users: [people.admin] })
  const asGiven = (await owner.get(`${users}/${people.admin.id}`)).body
  expect(asGiven).toMatchObject({ role: 'admin', groups: [{ id: group.id, name: 'A group' }] })
  const ids = [people.admin.id, people.member.id]
  expect((await owner.post(`${users}/bulk-delete`, { ids })).body).toEqual({ success: true, ids })
  expect((await admin.get(users)).status).toBe(404)
  expect((await owner.post(`${users}/bulk-restore`, { ids })).body).toEqual({ success: true, ids })
  expect((await owner.get(`${users}/${people.admin.id}`)).body).toMatchObject(asGiven)
  expect((await admin.get(users)).status).toBe(200)
  const log = (await owner.get(`${base}/audit-log`)).body.data
  const acts = log.filter(({ action }: AuditEntry) => action.startsWith('member.'))
  expect(acts.map(({ action, subject }: AuditEntry) => `${action} ${subject?.id}`).sort()).toEqual(
    ids.flatMap((id) => [`member.removed ${id}`, `member.restored ${id}`]).sort(),
  )
  const back = await app.events.next('organization.staff_user_added', ({ payload }) => payload.id === people.admin.id)
  expect(back).toMatchObject({ rooms: [`organization:${organization.id}`], payload: { role: 'admin' } })
})

test('several are removed or restored all together or not at all', async () => {
  const { people, users, owner } = await given()
  const outsider = await app.given.organization()
  for (const other of [newId(), outsider.member.id]) {
    const ids = [people.member.id, other]
    expect((await owner.post(`${users}/bulk-delete`, { ids })).status).toBe(404)
    expect((await owner.get(`${users}/${people.member.id}`)).status).toBe(200)
  }
  await owner.post(`${users}/bulk-delete`, { ids: [people.member.id] })
  const half = await owner.post(`${users}/bulk-restore`, { ids: [people.member.id, people.admin.id] })
  expect(half.status).toBe(404)
  expect((await owner.get(`${users}/${people.member.id}`)).status).toBe(404)
  expect((await owner.delete(`${users}/${people.member.id}`)).status).toBe(404)
})

test('an administrator removes members and administrators, and neither removes nor restores an owner', async () => {
  const { people, organization, users, owner, admin, member } = await given()
  const [second, peer] = [
    await app.given.membership(organization, 'owner'),
    await app.given.membership(organization, 'admin'),
  ]
  expect((await admin.delete(`${users}/${people.owner.id}`)).status).toBe(403)
  expect((await admin.post(`${users}/bulk-delete`, { ids: [people.member.id, second.id] })).status).toBe(403)
  expect((await owner.delete(`${users}/${second.id}`)).status).toBe(200)
  expect((await admin.post(`${users}/bulk-restore`, { ids: [second.id] })).status).toBe(403)
  expect((await admin.delete(`${users}/${peer.id}`)).status).toBe(200)
  expect((await member.delete(`${users}/${people.admin.id}`)).status).toBe(403)
  expect((await member.post(`${users}/bulk-delete`, { ids: [people.admin.id] })).status).toBe(403)
  expect((await member.post(`${users}/bulk-restore`, { ids: [peer.id] })).status).toBe(403)
  const outsider = await app.as((await app.given.organization()).owner)
  expect((await outsider.delete(`${users}/${people.member.id}`)).status).toBe(404)
})

test('a person who wants to leave does so alone', async () => {
  const { people, users, admin, member } = await given()
  const ids = [people.admin.id, people.member.id]
  const together = await admin.post(`${users}/bulk-delete`, { ids })
  expect(together).toMatchObject({ status: 409, body: { code: 'CANNOT_REMOVE_YOURSELF' } })
  expect((await member.delete(`${users}/${people.member.id}`)).status).toBe(200)
  expect((await admin.delete(`${users}/${people.admin.id.toUpperCase()}`)).status).toBe(200)
  for (const client of [admin, member]) expect((await client.get(users)).status).toBe(404)
})

test('what the assistant of a removed person is at stops, and nothing that others are at', async () => {
  await using chat = await givenInternalChat(app)
  chat.vendor.reply(() => ({ fault: 'hang' }))
  const { body: ally } = await (await app.as(chat.member)).get(`${chat.base}/employees/ally`)
  const owner = await app.as(chat.owner)
  await owner.put(chat.base, { ai_default_model: String(chat.teammate.model) })
  const personal = await (await chat.chatOf(chat.member, ally)).send('Think for a long time')
  const other = await chat.send('Think for a long time')
  await expect.poll(() => chat.vendor.requests.length).toBe(2)
  expect((await owner.delete(`${chat.base}/users/${chat.member.id}`)).status).toBe(200)
  await expect.poll(async () => (await runOf(app, personal.body.run_id)).status).toBe('cancelled')
  expect((await runOf(app, other.body.run_id)).status).not.toBe('cancelled')
  await owner.post(`${chat.base}/employees/bulk-delete`, { ids: [chat.teammate.id] })
  await expect.poll(async () => (await runOf(app, other.body.run_id)).status).toBe('cancelled')
})
