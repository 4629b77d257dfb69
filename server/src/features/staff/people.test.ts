import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import { type Person, StaffTeammate, StaffUser } from '#contracts/staff.ts'
import { memberships } from '#features/organizations/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'

const app = await testApp()

async function given() {
  const found = await app.given.organization()
  const { organization } = found
  const base = `/api/organizations/${organization.id}`
  const [owner, admin, member] = await Promise.all([found.owner, found.admin, found.member].map(app.as))
  if (!owner || !admin || !member) throw new Error('Nobody is signed in')
  return { people: found, organization, base, owner, admin, member }
}

test('everyone sees all people, and the teammates they may see', async () => {
  const { people, organization, base, owner, member } = await given()
  const [shown, hidden] = [await app.given.teammate(organization), await app.given.teammate(organization)]
  await app.given.accessGroup(organization, { users: [people.member], teammates: [shown] })
  const idsSeen = async (client: typeof owner) => {
    const { data } = (await client.get(`${base}/staff`)).body
    const regular = data.filter(
      ({ is_personal_assistant }: { is_personal_assistant?: boolean }) => !is_personal_assistant,
    )
    return regular.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`).sort()
  }
  const humans = [people.owner, people.admin, people.member].map(({ id }) => `human ${id}`)
  expect(await idsSeen(owner)).toEqual([...humans, `ai ${shown.id}`, `ai ${hidden.id}`].sort())
  expect(await idsSeen(member)).toEqual([...humans, `ai ${shown.id}`].sort())
  const { data } = (await member.get(`${base}/staff`)).body
  expect(data[0]).toMatchObject({ kind: 'ai', is_personal_assistant: true, owned_by_user_id: people.member.id })
  expect(data[0]).not.toHaveProperty('instructions')
})

test('the deleted list has teammates alone and is for administrators', async () => {
  const { people, organization, base, owner, member } = await given()
  const deleted = await app.given.teammate(organization, { deleted_at: new Date() })
  expect((await owner.delete(`${base}/users/${people.member.id}`)).status).toBe(200)
  const { body } = await owner.get(`${base}/staff/deleted`)
  expect(body.data).toMatchObject([{ kind: 'ai', id: deleted.id }])
  const { base: elsewhere, member: another } = await given()
  expect((await another.get(`${elsewhere}/staff/deleted`)).status).toBe(403)
  for (const outsider of [member, another]) expect((await outsider.get(`${base}/staff/deleted`)).status).toBe(404)
})

test('people are listed by name in pages, without those who were removed', async () => {
  const { people, organization, base, owner } = await given()
  const removed = await app.given.membership(organization, 'member')
  await app.ctx.db.update(memberships).set({ removed_at: new Date() }).where(eq(memberships.user_id, removed.id))
  const { body } = await owner.get(`${base}/users?limit=2`)
  expect(body).toMatchObject({ page: 1, limit: 2, total: 3, hasMore: true })
  expect(body.data.map(({ id }: Person) => id)).toEqual([people.admin.id, people.member.id])
  expect(await owner.get(`${base}/users/${removed.id}`)).toLookLike(await owner.get(`${base}/users/${newId()}`))
})

test('groups and the last visit are shown to administrators, and to members of themselves alone', async () => {
  const { people, organization, base, admin, member } = await given()
  const group = await app.given.accessGroup(organization, { users: [people.member, people.owner] })
  const groups = [{ id: group.id, name: 'A group' }]
  const own = { id: people.member.id, role: 'member', groups, last_seen_at: expect.any(String) }
  expect((await admin.get(`${base}/users/${people.member.id}`)).body).toMatchObject(own)
  expect((await member.get(`${base}/users/${people.member.id}`)).body).toMatchObject(own)
  expect((await member.get(`${base}/users/${people.owner.id}`)).body).toMatchObject({
    groups: null,
    last_seen_at: null,
  })
})

test('an owner changes a role: it counts at once, is pushed to everyone and is in the log', async () => {
  const { people, organization, base, owner, member } = await given()
  expect((await member.get(`${base}/audit-log`)).status).toBe(403)
  const { status, body } = await owner.put(`${base}/users/${people.member.id}/role`, { role: 'admin' })
  expect([status, body]).toEqual([200, expect.objectContaining({ id: people.member.id, role: 'admin' })])
  const { data } = (await member.get(`${base}/audit-log?action=member.role_changed`)).body
  expect(data.map(({ actor, subject, before, after }: AuditEntry) => [actor.user_id, subject, before, after])).toEqual([
    [
      people.owner.id,
      { type: 'user', id: people.member.id, name: 'The member' },
      { role: 'member' },
      { role: 'admin' },
    ],
  ])
  const event = await app.events.next(
    'organization.staff_user_updated',
    ({ payload }) => payload.id === people.member.id,
  )
  expect(event).toMatchObject({ rooms: [`organization:${organization.id}`], payload: { role: 'admin' } })
  expect(event.payload).not.toHaveProperty('groups')
})

test('a role that stays as it is is no change', async () => {
  const { people, base, owner } = await given()
  expect((await owner.put(`${base}/users/${people.owner.id}/role`, { role: 'owner' })).status).toBe(200)
  expect((await owner.get(`${base}/audit-log?action=member.role_changed`)).body.data).toEqual([])
})

test('only owners change roles, of people of their organization, to a role that exists', async () => {
  const { people, base, owner, admin, member } = await given()
  const outsider = await app.given.organization()
  const change = (client: typeof owner, id: string, role: unknown = 'admin') =>
    client.put(`${base}/users/${id}/role`, { role })
  expect((await change(admin, people.member.id)).status).toBe(403)
  expect((await change(member, people.member.id)).status).toBe(403)
  expect(await change(owner, outsider.member.id)).toLookLike(await change(owner, newId()))
  expect((await change(await app.as(outsider.owner), people.member.id)).status).toBe(404)
  for (const role of ['king', null, [], 1]) {
    const { status, body } = await change(owner, people.member.id, role)
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
  }
})

test('the last owner stays owner, and may go once there is another', async () => {
  const { people, base, owner } = await given()
  const step = (role: string) => owner.put(`${base}/users/${people.owner.id}/role`, { role })
  expect(await step('admin')).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } })
  expect(await owner.delete(`${base}/users/${people.owner.id}`)).toMatchObject({ body: { code: 'LAST_OWNER' } })
  await owner.put(`${base}/users/${people.admin.id}/role`, { role: 'owner' })
  expect((await step('admin')).status).toBe(200)
  expect((await step('owner')).status).toBe(403)
})

test('however owners demote and remove each other at once, one remains', async () => {
  const { organization, people, base } = await given()
  const others = await Promise.all(Array.from({ length: 7 }, () => app.given.membership(organization, 'owner')))
  const owners = [people.owner, ...others]
  const clients = await Promise.all(owners.map(app.as))
  const answers = await Promise.all(
    clients.map((client, n) => {
      const target = `${base}/users/${owners[(n + 1) % owners.length]?.id}`
      return n % 2 === 0 ? client.delete(target) : client.put(`${target}/role`, { role: 'member' })
    }),
  )
  for (const { status } of answers) expect([200, 403, 404, 409]).toContain(status)
  const left = await app.ctx.db.select().from(memberships).where(eq(memberships.organization_id, organization.id))
  const present = left.filter(({ role, removed_at }) => role === 'owner' && removed_at === null)
  expect(present.length).toBe(owners.length - answers.filter(({ status }) => status === 200).length)
  expect(present.length).toBeGreaterThan(0)
})

test('of owners who all leave at once the last one stays', async () => {
  const { organization, people, base } = await given()
  const others = await Promise.all(Array.from({ length: 7 }, () => app.given.membership(organization, 'owner')))
  const owners = [people.owner, ...others]
  const clients = await Promise.all(owners.map(app.as))
  const answers = await Promise.all(clients.map((client, n) => client.delete(`${base}/users/${owners[n]?.id}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 409])
})

test('thousands of people and teammates are listed whole and in order, as few are', async () => {
  const { organization, base, owner } = await given()
  const few = await owner.get(`${base}/staff`)
  await app.ctx.db.$client.query(
    `with added as (
      insert into users (id, name, email)
      select gen_random_uuid(), 'Zoe ' || n, 'zoe' || n || '@many.test' from generate_series(1001, 2300) n returning id)
    insert into memberships (organization_id, user_id, role) select $1, id, 'member' from added`,
    [organization.id],
  )
  await app.ctx.db.$client.query(
    `insert into ai_employees (id, organization_id, name, deleted_at)
    select ('00000000-0000-4000-8000-00000000' || n)::uuid, $1, 'Ada ' || n, case when n > 2300 then now() end
    from generate_series(1001, 3600) n`,
    [organization.id],
  )
  const { body, headers } = await owner.get(`${base}/staff`)
  expect(headers.get('content-type')).toBe(few.headers.get('content-type'))
  const added = Array.from({ length: 1300 }, (_, n) => n + 1001)
  const before = few.body.data.filter(({ kind }: { kind: string }) => kind === 'human').map(({ name }: Person) => name)
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
    few.body.data[0].name,
    ...added.toReversed().map((n) => `Ada ${n}`),
    ...before,
    ...added.map((n) => `Zoe ${n}`),
  ])
  expect(StaffTeammate.parse(body.data[1])).toMatchObject({ organization_id: organization.id })
  expect(StaffUser.parse(body.data.at(-1))).toMatchObject({ role: 'member', email: 'zoe2300@many.test' })
  expect((await owner.get(`${base}/staff/deleted`)).body.data).toHaveLength(1300)
  expect((await owner.get(`${base}/ai-employee-spending`)).body.data).toHaveLength(1301)
})
