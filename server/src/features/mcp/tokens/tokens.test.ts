import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberships, organizations } from '#features/organizations/table.ts'
import { testApp } from '#testing/app.ts'
import { givenHosted, hostedClient } from '#testing/tools/hosted.ts'

const app = await testApp()

async function ready(tools: string[] = ['http_request']) {
  const people = await app.given.organization()
  const teammate = await app.given.teammate(people.organization, { tools })
  return { ...people, teammate, hosted: await givenHosted(app, people.admin, teammate) }
}

test('a token is shown once, with a configuration to paste, and only its own person sees and revokes it', async () => {
  const { organization, owner, teammate, hosted } = await ready()
  const { token, created, path, person } = hosted
  expect(token).toMatch(/^mcp_[\w-]{43}$/)
  expect(JSON.parse(created.client_configuration)).toEqual({
    mcpServers: {
      svc: {
        command: 'npx',
        args: ['-y', 'mcp-remote', `${app.config.BASE_URL}/mcp`, '--header', `Authorization:\${AUTH_HEADER}`],
        env: { AUTH_HEADER: `Bearer ${token}` },
      },
    },
  })
  const listed = async () => (await person.get(path)).body.data
  expect(await listed()).toMatchObject([
    { id: created.id, name: 'My program', token: `mcp_••••••••${token.slice(-4)}`, last_used_at: null },
  ])
  expect(await hosted.names()).toEqual(['http_request'])
  expect((await listed())[0].last_used_at).not.toBeNull()

  const other = await app.as(owner)
  expect((await other.get(path)).body.data).toEqual([])
  const foreign = await other.delete(`${path}/${created.id}`)
  expect(foreign).toLookLike(await other.delete(`${path}/01890000-0000-7000-8000-000000000000`))
  expect(foreign.status).toBe(404)

  expect((await person.delete(`${path}/${created.id}`)).status).toBe(200)
  const refused = await hosted.ask('tools/list')
  expect(refused).toMatchObject({ status: 401, body: { success: false } })
  expect(refused.headers.get('www-authenticate')).toBe('Bearer')
  const { body } = await other.get(`/api/organizations/${organization.id}/audit-log`)
  const acts = body.data.map(({ action }: { action: string }) => action)
  expect(acts).toEqual(expect.arrayContaining(['hosted_token.created', 'hosted_token.revoked']))
  expect(JSON.stringify(body)).not.toContain(token)
  expect(teammate.organization_id).toBe(organization.id)
})

test('a token that is revoked while many calls are under way is refused from its answer on', async () => {
  const { hosted } = await ready()
  let isOver = false
  const callers = Array.from({ length: 8 }, async () => {
    while (!isOver) await hosted.ask('tools/list')
  })
  for (let round = 0; round < 20; round++) await hosted.ask('tools/list')
  expect((await hosted.person.delete(`${hosted.path}/${hosted.created.id}`)).status).toBe(200)
  const after = await Promise.all(Array.from({ length: 20 }, () => hosted.ask('tools/list')))
  isOver = true
  await Promise.all(callers)
  expect(after.map(({ status }) => status)).toEqual(after.map(() => 401))
})

test('eight that are made at once do not pass the limit together', async () => {
  const { hosted } = await ready()
  for (let made = 1; made < 46; made++) await hosted.person.post(hosted.path)
  const answers = await Promise.all(Array.from({ length: 8 }, () => hosted.person.post(hosted.path)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409, 409, 409])
})

test('without a token of its own a program is nobody, whatever else it sends', async () => {
  const { organization, private_key, hosted } = await ready()
  const nobody = await app.anyone.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  expect(nobody.status).toBe(401)
  const keys = ['x', private_key, organization.public_api_key, 'mcp_', `${hosted.token}x`, hosted.token.toUpperCase()]
  for (const key of keys) expect(await hostedClient(app.base_url, key).ask('tools/list')).toLookLike(nobody)
  expect((await hosted.person.post('/mcp', {})).status).toBe(401)
  const raw = await app.anyone.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, { 'api-key': hosted.token })
  expect(raw.body).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
})

test('a person who leaves, or does not see the teammate any more, calls nothing, and an inactive organization refuses all', async () => {
  const { organization, admin, owner, member, teammate, hosted } = await ready()
  const group = await app.given.accessGroup(organization, { users: [member], teammates: [teammate] })
  const theirs = await givenHosted(app, member, teammate)
  const outside = await app.as(member)
  const unseen = await app.given.teammate(organization)
  expect((await outside.post(theirs.path.replace(teammate.id, unseen.id))).status).toBe(404)
  expect((await theirs.ask('ping')).status).toBe(200)
  await (await app.as(owner)).delete(`/api/organizations/${organization.id}/access-groups/${group.id}`)
  expect((await theirs.ask('ping')).status).toBe(401)

  const set = (status: 'active' | 'inactive') =>
    app.ctx.db.update(organizations).set({ status }).where(eq(organizations.id, organization.id))
  await set('inactive')
  expect(await hosted.ask('ping')).toMatchObject({ status: 403, body: { code: 'ORGANIZATION_INACTIVE' } })
  await set('active')
  await app.ctx.db.update(memberships).set({ removed_at: new Date() }).where(eq(memberships.user_id, admin.id))
  expect((await hosted.ask('ping')).status).toBe(401)
})

test('a token of a deleted teammate is nobody’s', async () => {
  const { organization, owner, teammate, hosted } = await ready()
  const { status } = await (await app.as(owner)).delete(
    `/api/organizations/${organization.id}/employees/${teammate.id}`,
  )
  expect(status).toBe(200)
  expect((await hosted.ask('ping')).status).toBe(401)
})

test('a person reads their own tokens over all teammates that they see, and revokes them where they are', async () => {
  const { organization, admin, owner, member, teammate, hosted } = await ready()
  const second = await app.given.teammate(organization, { name: 'Zoe' })
  const later = await givenHosted(app, admin, second)
  const group = await app.given.accessGroup(organization, { users: [member], teammates: [teammate] })
  const theirs = await givenHosted(app, member, teammate)
  const all = `/api/organizations/${organization.id}/mcp-tokens`
  const read = async (person: typeof hosted.person) => (await person.get(all)).body
  const idsOf = ({ data }: { data: { id: string; teammate: { id: string } }[] }) =>
    data.map(({ id, teammate }) => [id, teammate.id])
  const listed = await read(hosted.person)
  expect(listed).toMatchObject({ page: 1, total: 2, hasMore: false })
  expect(idsOf(listed)).toEqual([
    [later.created.id, second.id],
    [hosted.created.id, teammate.id],
  ])
  expect(listed.data[0]).toMatchObject({ token: expect.stringContaining('••••'), teammate: { name: 'Zoe' } })
  expect(JSON.stringify(listed)).not.toContain(later.token)
  expect(idsOf(await read(theirs.person))).toEqual([[theirs.created.id, teammate.id]])

  const outsider = await app.as(await app.given.user())
  expect([(await outsider.get(all)).status, (await app.anyone.get(all)).status]).toEqual([404, 401])
  // Anyone who does not see the teammate any more has a token for nothing.
  const asOwner = await app.as(owner)
  await asOwner.delete(`/api/organizations/${organization.id}/access-groups/${group.id}`)
  expect(idsOf(await read(theirs.person))).toEqual([])
  await asOwner.delete(`/api/organizations/${organization.id}/employees/${second.id}`)
  expect(idsOf(await read(hosted.person))).toEqual([[hosted.created.id, teammate.id]])

  const set = (status: 'active' | 'inactive') =>
    app.ctx.db.update(organizations).set({ status }).where(eq(organizations.id, organization.id))
  await set('inactive')
  expect(idsOf(await read(hosted.person))).toHaveLength(1)
  expect((await hosted.person.delete(`${hosted.path}/${hosted.created.id}`)).status).toBe(200)
  expect(idsOf(await read(hosted.person))).toEqual([])
})
