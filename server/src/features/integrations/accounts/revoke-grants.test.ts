import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { sweepAccounts } from '#features/integrations/jobs.ts'
import { oauthGrantsToRevoke, oauthIntegrations } from '#features/integrations/table.ts'
import { organizations } from '#features/organizations/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { users } from '#features/users/table.ts'
import { jobDue } from '#platform/bus/timetable.ts'
import { startTestApp } from '#testing/app.ts'
import { connectAccount, givenAccount, startIdentityProviders } from '#testing/integrations/integrations.ts'

const providers = await startIdentityProviders()
const app = await startTestApp({ env: providers.env })
afterAll(async () => {
  await app.close()
  await providers[Symbol.asyncDispose]()
})

const { idpa, idpb } = providers
type Given = Awaited<ReturnType<typeof givenAccount>>

const sweep = () => app.ctx.emit(jobDue, { name: sweepAccounts.name })
const waiting = () => app.ctx.db.select().from(oauthGrantsToRevoke)
const revoked = () => idpa.askedOf('/revoke').length

/** A personal assistant of someone beside the owner, with an account of theirs. */
async function givenAlly(given: Given, account: string) {
  const person = await app.given.membership(given.organization, 'member')
  const client = await app.as(person)
  const { body: ally } = await client.get(`${given.base}/employees/ally`)
  const { organization } = given
  const connected = await connectAccount(client, { organization, teammate: ally }, idpa, { account })
  expect(connected.status).toBe(200)
  const accounts = `${given.base}/employees/${ally.id}/integrations`
  const rows = () => app.ctx.db.select().from(oauthIntegrations).where(eq(oauthIntegrations.employee_id, ally.id))
  return { person, client, ally, accounts, rows, assigned: `${given.base}/mcps/employee/${ally.id}` }
}

const removals: Record<string, (given: Given) => Promise<unknown>> = {
  'its organization': ({ organization: { id } }) => app.ctx.db.delete(organizations).where(eq(organizations.id, id)),
  'its teammate': ({ teammate: { id } }) => app.ctx.db.delete(aiEmployees).where(eq(aiEmployees.id, id)),
}

test.each(Object.keys(removals))('an account that went with %s is revoked at the provider', async (what) => {
  await using given = await givenAccount(app, idpa, { account: `${what}@accounts.example` })
  const before = revoked()
  await removals[what]?.(given)
  await sweep()
  await expect.poll(revoked).toBe(before + 1)
  expect(await waiting()).toEqual([])
  await sweep()
  expect(revoked()).toBe(before + 1)
})

test('an account that went with the owner of a personal assistant is revoked at the provider', async () => {
  await using given = await givenAccount(app, idpa, { account: 'stays@accounts.example' })
  const { person } = await givenAlly(given, 'person@accounts.example')
  const before = revoked()
  await app.ctx.db.delete(users).where(eq(users.id, person.id))
  await sweep()
  await expect.poll(revoked).toBe(before + 1)
  expect(await given.show()).toMatchObject({ is_connected: true })
})

test('one that another teammate works with stays granted, and one of a provider without such an address is let go', async () => {
  await using given = await givenAccount(app, idpa, { account: 'shared@accounts.example' })
  await using other = await givenAccount(app, idpa, { account: 'shared@accounts.example' })
  await using elsewhere = await givenAccount(app, idpb)
  const before = revoked()
  for (const { organization } of [given, elsewhere]) await removals['its organization']?.({ ...given, organization })
  await sweep()
  await expect.poll(waiting).toEqual([])
  expect((await other.person.post(`${other.account}/validate`)).body).toMatchObject({ is_valid: true })
  expect(revoked()).toBe(before)
})

test('a person who leaves takes the account of their own assistant along, unless that is undone at once', async () => {
  await using given = await givenAccount(app, idpa, { account: 'teammate@accounts.example' })
  const { person, client, accounts, rows, assigned } = await givenAlly(given, 'own@accounts.example')
  const before = revoked()
  const user = `${given.base}/users/${person.id}`
  expect((await given.person.delete(user)).status).toBe(200)
  await sweep()
  expect((await given.person.post(`${given.base}/users/bulk-restore`, { ids: [person.id] })).status).toBe(200)
  app.clock.advance(61_000)
  await sweep()
  expect((await client.get(accounts)).body.data).toMatchObject([{ account: 'own@accounts.example' }, {}])

  await given.person.delete(user)
  app.clock.advance(61_000)
  await sweep()
  await expect.poll(rows).toEqual([])
  await expect.poll(revoked).toBe(before + 1)
  await given.person.post(`${given.base}/users/bulk-restore`, { ids: [person.id] })
  expect((await client.get(accounts)).body.data).toMatchObject([{ is_connected: false }, {}])
  expect((await client.get(assigned)).body.data).toEqual([])
  expect(await given.show()).toMatchObject({ is_connected: true })
})
