import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberships } from '#features/organizations/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { measureDatabaseWork } from '#testing/database/database-work.ts'

const app = await testApp()

async function place() {
  const given = await app.given.organization()
  const { organization, owner, member } = given
  const groups = `/api/organizations/${organization.id}/access-groups`
  const employees = `/api/organizations/${organization.id}/employees`
  const teammate = await app.given.teammate(organization)
  const client = await app.as(owner)
  const asMember = await app.as(member)
  const memberSees = async () => (await asMember.get(`${employees}/${teammate.id}`)).status === 200
  return { ...given, groups, employees, teammate, client, asMember, memberSees }
}

test('a group lets its users see its teammates, and every change of it counts at once', async () => {
  const { groups, client, member, teammate, memberSees } = await place()
  const { status, body: group } = await client.post(groups, { name: ' Support ' })
  expect({ status, group }).toEqual({
    status: 200,
    group: { id: expect.any(String), name: 'Support', user_ids: [], employee_ids: [] },
  })
  const path = `${groups}/${group.id}`
  expect((await client.put(path, { user_ids: [member.id, member.id] })).body.user_ids).toEqual([member.id])
  expect(await memberSees()).toBe(false)
  const both = { id: group.id, name: 'Support', user_ids: [member.id], employee_ids: [teammate.id] }
  expect((await client.put(path, { employee_ids: [teammate.id.toUpperCase()] })).body).toEqual(both)
  expect(await memberSees()).toBe(true)
  expect((await client.put(path, { name: 'Help' })).body).toEqual({ ...both, name: 'Help' })
  expect((await client.get(path)).body).toEqual({ ...both, name: 'Help' })
  expect((await client.put(path, { user_ids: [] })).body.user_ids).toEqual([])
  expect(await memberSees()).toBe(false)
})

test('groups are listed by name in pages', async () => {
  const { groups, client, member, teammate } = await place()
  for (const name of ['B', 'A', 'C']) {
    await client.post(groups, { name, user_ids: [member.id], employee_ids: [teammate.id] })
  }
  const { body } = await client.get(`${groups}?limit=2`)
  expect(body).toMatchObject({ page: 1, limit: 2, total: 3, hasMore: true })
  expect(body.data).toMatchObject([
    { name: 'A', user_ids: [member.id], employee_ids: [teammate.id] },
    { name: 'B', user_ids: [member.id], employee_ids: [teammate.id] },
  ])
})

test('a far page of groups reads the members of its own groups alone', async () => {
  const { groups, client, organization, teammate } = await place()
  await app.ctx.db.execute(sql`
    with added as (
      insert into access_groups (id, organization_id, name)
      select gen_random_uuid(), ${organization.id}, 'Group ' || n from generate_series(1, 500) as n returning id)
    insert into access_group_employees (organization_id, access_group_id, employee_id)
    select ${organization.id}, id, ${teammate.id} from added`)
  const work = await measureDatabaseWork(app, 'ai_employees', async () => {
    const { body } = await client.get(`${groups}?limit=5&page=100`)
    expect(body.data).toHaveLength(5)
    expect(body.data[0].employee_ids).toEqual([teammate.id])
  })
  expect(work.read).toBeLessThan(100)
})

test('ids from outside the organization are refused by the name of their field, and nothing is written', async () => {
  const { groups, client, member, teammate, employees, asMember, organization } = await place()
  const other = await place()
  const { body: ally } = await asMember.get(`${employees}/ally`)
  const deleted = await app.given.teammate(organization, { deleted_at: new Date() })
  const { body: group } = await client.post(groups, { name: 'Support' })
  const refused: [string, string[]][] = [
    ['user_ids', [member.id, other.member.id]],
    ['user_ids', [newId()]],
    ['employee_ids', [teammate.id, other.teammate.id]],
    ['employee_ids', [newId()]],
    ['employee_ids', [ally.id]],
    ['employee_ids', [deleted.id]],
  ]
  for (const [path, ids] of refused) {
    const answers = [
      await client.post(groups, { name: 'Refused', [path]: ids }),
      await client.put(`${groups}/${group.id}`, { name: 'Refused', [path]: ids }),
    ]
    for (const { status, body } of answers) {
      expect({ status, code: body.code, path: body.issues[0].path }).toEqual({
        status: 400,
        code: 'VALIDATION_FAILED',
        path,
      })
    }
  }
  const { body } = await client.get(groups)
  expect(body.data).toEqual([group])
})

test('a removed member and a deleted teammate leave a group only from sight', async () => {
  const { groups, client, member, teammate, employees, organization, memberSees } = await place()
  const { body: group } = await client.post(groups, {
    name: 'Support',
    user_ids: [member.id],
    employee_ids: [teammate.id],
  })
  const removed = (removed_at: Date | null) =>
    app.ctx.db
      .update(memberships)
      .set({ removed_at })
      .where(and(eq(memberships.organization_id, organization.id), eq(memberships.user_id, member.id)))
  await removed(new Date())
  await client.delete(`${employees}/${teammate.id}`)
  const emptied = await client.put(`${groups}/${group.id}`, { user_ids: [], employee_ids: [] })
  expect(emptied.body).toMatchObject({ user_ids: [], employee_ids: [] })
  await removed(null)
  await client.post(`${employees}/bulk-restore`, { ids: [teammate.id] })
  expect((await client.get(`${groups}/${group.id}`)).body).toEqual(group)
  expect(await memberSees()).toBe(true)
})

test('another organization’s group answers exactly like a missing one', async () => {
  const mine = await place()
  const theirs = await app.given.accessGroup((await place()).organization, {})
  for (const call of [
    (id: string) => mine.client.get(`${mine.groups}/${id}`),
    (id: string) => mine.client.put(`${mine.groups}/${id}`, { name: 'Mine' }),
    (id: string) => mine.client.delete(`${mine.groups}/${id}`),
  ]) {
    const answer = await call(theirs.id)
    expect(answer.status).toBe(404)
    expect(answer).toLookLike(await call(newId()))
  }
})

test('members have no say in who sees what', async () => {
  const { groups, asMember } = await place()
  for (const { status } of [
    await asMember.get(groups),
    await asMember.post(groups, { name: 'Mine' }),
    await asMember.delete(`${groups}/${newId()}`),
  ]) {
    expect(status).toBe(403)
  }
})

test('junk is refused', async () => {
  const { groups, client } = await place()
  for (const body of [
    {},
    { name: '' },
    { name: null },
    { name: 'x', user_ids: 'all' },
    { name: 'x', user_ids: ['1'] },
    { name: 'x', employee_ids: [null] },
    { name: 'x', employee_ids: Array.from({ length: 1001 }, newId) },
  ]) {
    expect(await client.post(groups, body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  }
})

test('an invite puts its people into the access groups it names, and those deleted meanwhile give nothing', async () => {
  const { groups, organization, client, teammate } = await place()
  const group = async (name: string) => (await client.post(groups, { name, employee_ids: [teammate.id] })).body
  const [support, gone] = [await group('Support'), await group('Gone')]
  const foreign = await place()
  const elsewhere = (await foreign.client.post(foreign.groups, { name: 'Elsewhere' })).body
  const access_group_ids = [support.id, gone.id, elsewhere.id]
  const invites = `/api/organizations/${organization.id}/invites`
  const { status, body: invite } = await client.post(invites, { role: 'member', uses: 2, access_group_ids })
  expect({ status, access_group_ids: invite.access_group_ids }).toEqual({ status: 200, access_group_ids })
  await client.delete(`${groups}/${gone.id}`)
  for (const round of [1, 2]) {
    const user = await app.given.user()
    const newcomer = await app.as(user)
    expect((await newcomer.get(`/api/invites/${invite.code}/accept`)).status, `${round}`).toBe(200)
    const sees = async () =>
      (await newcomer.get(`/api/organizations/${organization.id}/employees/${teammate.id}`)).status
    await expect.poll(sees).toBe(200)
    expect((await client.get(`${groups}/${support.id}`)).body.user_ids).toContain(user.id)
  }
  expect((await foreign.client.get(`${foreign.groups}/${elsewhere.id}`)).body.user_ids).toEqual([])
})
