import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { startTestApp } from '#testing/app.ts'
import { connectAccount, givenAccount, startIdentityProviders } from '#testing/integrations/integrations.ts'

const providers = await startIdentityProviders()
const app = await startTestApp({ env: providers.env })
afterAll(async () => {
  await app.close()
  await providers[Symbol.asyncDispose]()
})

const { idpa, idpb } = providers
type Client = Awaited<ReturnType<typeof app.as>>
type Row = { service: string; account: string; teammate: { id: string; name: string }; connected_by: object | null }

const listOf = (client: Client, base: string) => client.get(`${base}/integrations`)

test('admins read the connected accounts of all teammates, with who connected them, and nothing of their tokens', async () => {
  await using given = await givenAccount(app, idpa, { account: 'ada@accounts.example' })
  await using other = await givenAccount(app, idpa)
  const { organization, base, person, owner, teammate } = given
  const second = await app.given.teammate(organization, { name: 'Zoe' })
  await connectAccount(person, { organization, teammate: second }, idpb, { account: 'zoe@accounts.example' })
  const { status, body } = await listOf(person, base)
  expect(status).toBe(200)
  expect(body).toMatchObject({ page: 1, total: 2, hasMore: false })
  const by = { id: owner.id, name: owner.name, has_left: false }
  const rows = (body.data as Row[]).map((row) => [row.teammate.id, row.service, row.account, row.connected_by])
  expect(rows).toHaveLength(2)
  expect(rows).toEqual(
    expect.arrayContaining([
      [teammate.id, 'idpa', 'ada@accounts.example', by],
      [second.id, 'idpb', 'zoe@accounts.example', by],
    ]),
  )
  expect(JSON.stringify(body)).not.toMatch(/token|sealed/)
  expect((await person.get(`${base}/integrations?limit=1&page=2`)).body).toMatchObject({ page: 2, total: 2 })
  // Nor is anything of another organization there.
  expect((await listOf(other.person, other.base)).body.total).toBe(1)
})

test('the list is for admins of the organization alone, also while it is inactive', async () => {
  await using given = await givenAccount(app, idpa)
  const { organization, base } = given
  const as = async (role: 'admin' | 'member') => app.as(await app.given.membership(organization, role))
  const outsider = await app.as((await app.given.organization()).owner)
  const [admin, member] = [await as('admin'), await as('member')]
  const statuses = async () =>
    Promise.all([admin, member, outsider, app.anyone].map(async (one) => (await listOf(one, base)).status))
  expect(await statuses()).toEqual([200, 403, 404, 401])
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, organization.id))
  expect(await statuses()).toEqual([200, 403, 404, 401])
})

test('the account of someone who left works for its teammate until an admin disconnects it', async () => {
  await using given = await givenAccount(app, idpa)
  const { organization, base, person, teammate, account, accounts } = given
  const leaver = await app.given.membership(organization, 'admin')
  await connectAccount(await app.as(leaver), { organization, teammate }, idpa, { account: 'gone@accounts.example' })
  expect((await person.delete(`${base}/users/${leaver.id}`)).status).toBe(200)
  const by = { id: leaver.id, has_left: true }
  expect((await listOf(person, base)).body.data).toMatchObject([{ account: 'gone@accounts.example', connected_by: by }])
  expect((await person.get(accounts)).body.data).toMatchObject([{ connected_by: by }, { connected_by: null }])
  expect((await person.post(`${account}/validate`)).body).toMatchObject({ is_valid: true })
  expect((await person.delete(account)).status).toBe(200)
  expect((await listOf(person, base)).body.data).toEqual([])
})

test('of a personal assistant only its owner sees the account', async () => {
  await using given = await givenAccount(app, idpa)
  const { organization, base, person } = given
  const admin = await app.given.membership(organization, 'admin')
  const client = await app.as(admin)
  const { body: own } = await client.get(`${base}/employees/ally`)
  await connectAccount(client, { organization, teammate: own }, idpa)
  const seen = async (by: Client) => ((await listOf(by, base)).body.data as Row[]).map((row) => row.teammate.id)
  expect((await seen(client)).sort()).toEqual([given.teammate.id, own.id].sort())
  expect(await seen(person)).toEqual([given.teammate.id])
})
