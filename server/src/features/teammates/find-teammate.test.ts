import { expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import type { Client } from '#testing/client.ts'

const app = await testApp()

const pathOf = (organization: { id: string }, rest = '') => `/api/organizations/${organization.id}/employees${rest}`
const listed = async (client: Client, organization: { id: string }) => {
  const { body } = await client.get(pathOf(organization))
  return body.data.map(({ id }: { id: string }) => id)
}

test('another organization’s teammate answers exactly like a missing one, however it is asked for', async () => {
  const { organization, owner } = await app.given.organization()
  const theirs = await app.given.teammate((await app.given.organization()).organization)
  const client = await app.as(owner)
  const missing = newId()
  const ask = [
    (id: string) => client.get(pathOf(organization, `/${id}`)),
    (id: string) => client.put(pathOf(organization, `/${id}`), { name: 'Mine' }),
    (id: string) => client.delete(pathOf(organization, `/${id}`)),
    (id: string) => client.post(pathOf(organization, '/bulk-delete'), { ids: [id] }),
    (id: string) => client.post(pathOf(organization, '/bulk-restore'), { ids: [id] }),
    (id: string) => client.get(pathOf(organization, `/${id}/external-urls`)),
    (id: string) => client.get(`/api/organizations/${organization.id}/entity-versions/ai_employee/${id}`),
  ]
  for (const call of ask) {
    const answer = await call(theirs.id)
    expect(answer.status).toBe(404)
    expect(answer).toLookLike(await call(missing))
  }
})

test('a member sees a teammate only while one of their access groups has both', async () => {
  const { organization, owner, member } = await app.given.organization()
  const teammate = await app.given.teammate(organization)
  const other = await app.given.teammate(organization)
  const asMember = await app.as(member)
  const asOwner = await app.as(owner)
  const see = () => asMember.get(pathOf(organization, `/${teammate.id}`))
  expect(await see()).toLookLike(await asMember.get(pathOf(organization, `/${newId()}`)))
  expect(await listed(asMember, organization)).not.toContain(teammate.id)

  const group = await app.given.accessGroup(organization, { users: [member], teammates: [teammate] })
  expect(await see()).toMatchObject({ status: 200, body: { id: teammate.id, name: 'A teammate' } })
  expect(await listed(asMember, organization)).toContain(teammate.id)
  expect(await listed(asMember, organization)).not.toContain(other.id)

  await asOwner.delete(`/api/organizations/${organization.id}/access-groups/${group.id}`)
  expect((await see()).status).toBe(404)
  expect(await listed(asMember, organization)).not.toContain(teammate.id)
})

test('owners and admins see every teammate without any group', async () => {
  const { organization, owner, admin } = await app.given.organization()
  const teammate = await app.given.teammate(organization)
  for (const user of [owner, admin]) {
    const client = await app.as(user)
    expect((await client.get(pathOf(organization, `/${teammate.id}`))).status).toBe(200)
    expect(await listed(client, organization)).toContain(teammate.id)
  }
})

test('a personal assistant is invisible to everyone but its user, the owner of the organization included', async () => {
  const { organization, owner, member } = await app.given.organization()
  const { body: ally } = await (await app.as(member)).get(pathOf(organization, '/ally'))
  expect(ally).toMatchObject({
    name: 'Ally',
    is_system: true,
    is_personal_assistant: true,
    owned_by_user_id: member.id,
  })
  const client = await app.as(owner)
  const missing = await client.get(pathOf(organization, `/${newId()}`))
  expect(await client.get(pathOf(organization, `/${ally.id}`))).toLookLike(missing)
  expect(await client.put(pathOf(organization, `/${ally.id}`), { role: 'Spy' })).toLookLike(missing)
  expect(await client.delete(pathOf(organization, `/${ally.id}`))).toLookLike(missing)
  expect(await listed(client, organization)).not.toContain(ally.id)
})

test('a member reads what they were granted, and changes nothing', async () => {
  const { organization, member } = await app.given.organization()
  const teammate = await app.given.teammate(organization)
  await app.given.accessGroup(organization, { users: [member], teammates: [teammate] })
  const client = await app.as(member)
  const path = pathOf(organization, `/${teammate.id}`)
  const refused = [
    await client.post(pathOf(organization), { name: 'New' }),
    // The role is looked at before the body.
    await client.put(path, { name: 7 }),
    await client.delete(path),
    await client.post(pathOf(organization, '/bulk-delete'), { ids: [teammate.id] }),
    await client.post(pathOf(organization, '/bulk-restore'), { ids: [teammate.id] }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  expect((await client.get(path)).body.name).toBe('A teammate')
})

test('junk in an address is not found', async () => {
  const { organization, owner } = await app.given.organization()
  const client = await app.as(owner)
  for (const junk of ['1', "x'--", '%00', 'a'.repeat(300), '00000000-0000-0000-0000-00000000000g', '{}']) {
    const answers = [
      await client.get(pathOf(organization, `/${junk}`)),
      await client.put(pathOf(organization, `/${junk}`), {}),
      await client.delete(pathOf(organization, `/${junk}`)),
      await client.get(pathOf(organization, `/${junk}/external-urls`)),
      await client.get(`/api/organizations/${organization.id}/entity-versions/ai_employee/${junk}`),
      await client.post(`/api/organizations/${organization.id}/entity-versions/${junk}/restore`),
      await client.get(`/api/organizations/${organization.id}/access-groups/${junk}`),
    ]
    for (const { status } of answers) expect(status).toBe(404)
  }
})

test('external addresses name the teammate, and the widget only where it leads to this teammate', async () => {
  const { organization, owner } = await app.given.organization()
  const first = await app.given.teammate(organization, { channel: 'Web Chat' })
  const second = await app.given.teammate(organization, { channel: 'Web Chat' })
  const client = await app.as(owner)
  const { body } = await client.get(pathOf(organization, `/${first.id}/external-urls`))
  const { BASE_URL } = app.config
  expect(body).toMatchObject({
    api_messages_url: `${BASE_URL}/api/private/employee/${first.id}/messages`,
    mcp_url: `${BASE_URL}/mcp`,
  })
  expect(body.webchat_snippet).toContain(organization.public_api_key)
  expect(body.webchat_snippet).toContain('/widget/svc-webchat-widget.js')
  const other = await client.get(pathOf(organization, `/${second.id}/external-urls`))
  expect(other.body.webchat_snippet).toBeNull()
})
