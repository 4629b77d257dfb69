import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'

const app = await ownTestApp()

const crm = { type: 'simple', name: 'CRM', url: 'https://crm.test/mcp', headers: { Authorization: 'Bearer {{CRM}}' } }

async function given() {
  const { organization, owner, admin, member } = await app.given.organization()
  const teammate = await app.given.teammate(organization)
  const base = `/api/organizations/${organization.id}`
  const clients = { owner: await app.as(owner), admin: await app.as(admin), member: await app.as(member) }
  return {
    organization,
    teammate,
    base,
    mcps: `${base}/mcps`,
    assigned: `${base}/mcps/employee/${teammate.id}`,
    ...clients,
  }
}

test('a connector is created, shown, changed and deleted by admins, and read by members without what is in its headers and its address', async () => {
  const { mcps, admin, member } = await given()
  const { status, body } = await admin.post(mcps, crm)
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ ...crm, toolset: 'crm', health: 'unknown', tool_count: null, oauth_mcp: null }),
  ])
  const path = `${mcps}/mcp/${body.id}`
  expect((await member.get(path)).body).toMatchObject({
    headers: { Authorization: '••••••••' },
    url: `${new URL(crm.url).origin}/••••••••`,
  })
  expect((await member.get(mcps)).body).toMatchObject({
    total: 1,
    data: [{ id: body.id, headers: { Authorization: '••••••••' } }],
  })
  expect((await admin.put(path, { name: 'Sales', headers: {} })).body).toMatchObject({
    name: 'Sales',
    headers: {},
    url: crm.url,
  })
  const readAt = async (url: string) => {
    await admin.put(path, { url })
    return (await member.get(path)).body.url
  }
  expect(await readAt('https://crm.test')).toBe('https://crm.test')
  expect(await readAt('https://crm.test/?key=secret')).toBe('https://crm.test/••••••••')
  expect(await readAt('{{HOST}}/secret')).toBe('••••••••')
  for (const answer of [
    await member.post(mcps, crm),
    await member.put(path, { name: 'Mine' }),
    await member.delete(path),
  ])
    expect(answer.status).toBe(403)
  expect((await admin.delete(path)).body).toEqual({ success: true })
  expect((await admin.get(path)).status).toBe(404)
})

test('names are unique in the organization, also of eight that are made at once, and free in another', async () => {
  const { mcps, admin } = await given()
  const made = await Promise.all(Array.from({ length: 8 }, () => admin.post(mcps, crm)))
  expect(made.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(made.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'CONNECTOR_EXISTS' })
  const { body: other } = await admin.post(mcps, { ...crm, name: 'Other' })
  expect((await admin.put(`${mcps}/mcp/${other.id}`, { name: 'CRM' })).body).toMatchObject({ code: 'CONNECTOR_EXISTS' })
  const theirs = await given()
  expect((await theirs.admin.post(theirs.mcps, crm)).status).toBe(200)
})

test('what is no connector is refused by the field, and the type stays', async () => {
  const { mcps, admin } = await given()
  const refused = async (body: object) => {
    const answer = await admin.post(mcps, { ...crm, ...body })
    return [answer.status, answer.body.issues?.map(({ path }: { path: string }) => path)]
  }
  expect(await refused({ url: 'ftp://files.test' })).toEqual([400, ['url']])
  expect(await refused({ url: 'javascript:alert(1)' })).toEqual([400, ['url']])
  for (const url of ['http://', 'https:// crm.test', 'http://crm.test:port/'])
    expect(await refused({ url })).toEqual([400, ['url']])
  expect(await refused({ name: ' ' })).toEqual([400, ['name']])
  expect(await refused({ headers: { Host: 'x' } })).toEqual([400, ['headers.Host']])
  expect(await refused({ headers: { 'a b': 'x' } })).toEqual([400, ['headers.a b']])
  expect(await refused({ headers: { a: 'x\r\nb: y' } })).toEqual([400, ['headers.a']])
  expect((await refused({ type: 'stdio' }))[0]).toBe(400)
  expect((await refused({ oauth_mcp: 'mail_a' }))[0]).toBe(400)

  const { body: simple } = await admin.post(mcps, crm)
  const { body: mail } = await admin.post(mcps, { type: 'oauth', name: 'Mail', oauth_mcp: 'mail_a' })
  expect(mail).toMatchObject({ type: 'oauth', url: null, headers: null, oauth_mcp: 'mail_a' })
  const put = async (id: string, body: object) => (await admin.put(`${mcps}/mcp/${id}`, body)).status
  expect(await put(simple.id, { oauth_mcp: 'mail_a' })).toBe(400)
  expect(await put(simple.id, { type: 'oauth' })).toBe(400)
  expect(await put(mail.id, { url: 'https://a.test' })).toBe(400)
  expect(await put(mail.id, { oauth_mcp: 'drive_b' })).toBe(200)
})

test('connectors and entries are assigned once, listed as the teammate has them, and taken back', async () => {
  const { mcps, assigned, admin, member } = await given()
  const { body: first } = await admin.post(mcps, crm)
  const { body: second } = await admin.post(mcps, { ...crm, name: 'crm' })
  for (const choice of [{ mcp_id: first.id }, { mcp_id: second.id }, { oauth_mcp: 'mail_a' }]) {
    const several = await Promise.all(Array.from({ length: 3 }, () => admin.post(assigned, choice)))
    expect(several.map(({ status }) => status)).toEqual([200, 200, 200])
  }
  const list = async () => (await admin.get(assigned)).body.data
  expect(await list()).toMatchObject([
    { mcp_id: first.id, oauth_mcp: null, toolset: 'crm', type: 'simple' },
    { mcp_id: second.id, oauth_mcp: null, toolset: 'crm_2' },
    { mcp_id: null, oauth_mcp: 'mail_a', toolset: 'mail_a', type: 'oauth' },
  ])
  for (const body of [{}, { mcp_id: first.id, oauth_mcp: 'mail_a' }, { oauth_mcp: 'mail_c' }, { mcp_id: 'x' }])
    expect((await admin.post(assigned, body)).status).toBe(400)
  expect((await member.post(assigned, { mcp_id: first.id })).status).toBe(404)
  expect((await admin.delete(assigned, { oauth_mcp: 'mail_a' })).status).toBe(200)
  expect((await admin.delete(assigned, { oauth_mcp: 'mail_a' })).status).toBe(200)
  await admin.delete(`${mcps}/mcp/${first.id}`)
  expect(await list()).toMatchObject([{ mcp_id: second.id, toolset: 'crm' }])
})

test('a connector says how many teammates have it, without those that were deleted', async () => {
  const { organization, mcps, base, assigned, admin, member } = await given()
  const { body: connector } = await admin.post(mcps, crm)
  const other = await app.given.teammate(organization)
  expect(connector.teammate_count).toBe(0)
  await admin.post(assigned, { mcp_id: connector.id })
  await admin.post(`${mcps}/employee/${other.id}`, { mcp_id: connector.id })
  const path = `${mcps}/mcp/${connector.id}`
  expect((await admin.get(path)).body.teammate_count).toBe(2)
  expect((await admin.put(path, { name: 'Sales' })).body.teammate_count).toBe(2)
  expect((await admin.delete(`${base}/employees/${other.id}`)).status).toBe(200)
  expect((await member.get(mcps)).body.data).toMatchObject([{ teammate_count: 1 }])
  await admin.delete(assigned, { mcp_id: connector.id })
  expect((await admin.get(path)).body.teammate_count).toBe(0)
})

test('another organization’s connector is like one that is not there, for every act', async () => {
  const mine = await given()
  const theirs = await given()
  const { body } = await theirs.admin.post(theirs.mcps, crm)
  const path = `${mine.mcps}/mcp/${body.id}`
  const acts = [
    await mine.admin.get(path),
    await mine.admin.get(`${path}/tools`),
    await mine.admin.put(path, { name: 'Mine' }),
    await mine.admin.delete(path),
    await mine.admin.post(mine.assigned, { mcp_id: body.id }),
    await mine.admin.post(`${mine.mcps}/test`, { employee_id: mine.teammate.id, mcp_id: body.id }),
    await mine.admin.post(`${mine.mcps}/test`, { employee_id: theirs.teammate.id, mcp_id: body.id }),
  ]
  expect(acts.map(({ status }) => status)).toEqual(Array(7).fill(404))
})

test('the six entries are listed with the service of each', async () => {
  const { mcps, member } = await given()
  const { body } = await member.get(`${mcps}/oauth`)
  expect(body.data.map(({ oauth_mcp, service }: Record<string, string>) => `${oauth_mcp} ${service}`)).toEqual([
    'mail_a idpa',
    'calendar_a idpa',
    'drive_a idpa',
    'mail_b idpb',
    'calendar_b idpb',
    'drive_b idpb',
  ])
})
