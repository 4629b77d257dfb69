import { createServer } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { startTestApp } from '#testing/app.ts'
import { answered, startToolServer } from '#testing/doubles/tool-server.ts'
import { givenAccount, startIdentityProviders } from '#testing/integrations/integrations.ts'
import { listenOnLoopback } from '#testing/servers/listen-on-loopback.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'
import { givenHosted } from '#testing/tools/hosted.ts'
import { oauthIntegrations } from '../table.ts'

const providers = await startIdentityProviders()
const { idpa } = providers
const find = { name: 'find', description: 'Finds mail.', call: () => answered('Two messages.') }
const mail = await startToolServer({
  tools: [find],
  admits: (authorization) => idpa.grants.grantOf(authorization) !== null,
})
let redirected: string | undefined = 'nobody asked'
const thief = createServer((request, response) => {
  redirected = request.headers.authorization
  response.end('{}')
})
const thiefUrl = await listenOnLoopback(thief)
const mover = createServer((_request, response) => void response.writeHead(307, { location: thiefUrl }).end())

const app = await startTestApp({
  env: { ...providers.env, OAUTH_MCP_MAIL_A_URL: mail.url, OAUTH_MCP_DRIVE_A_URL: await listenOnLoopback(mover) },
})
afterAll(async () => {
  await app.close()
  await mail[Symbol.asyncDispose]()
  await providers[Symbol.asyncDispose]()
  for (const server of [thief, mover]) server.close()
})

type Given = Awaited<ReturnType<typeof givenAccount>>
const testOf = ({ person, base, teammate }: Given, oauth_mcp: string) =>
  person.post(`${base}/mcps/test`, { employee_id: teammate.id, oauth_mcp })
const callByHand = ({ person, base, teammate }: Given) =>
  person.post(`${base}/employees/${teammate.id}/tools/call`, { tool: 'mail_a__find', input: {} })
const assignedOf = async ({ person, assigned }: Given, oauth_mcp: string) =>
  (await person.get(assigned)).body.data.find((one: { oauth_mcp: string }) => one.oauth_mcp === oauth_mcp)

test('a server in place of a toolset is listed after connecting, and called with the account’s token', async () => {
  await using given = await givenAccount(app, idpa)
  await expect.poll(() => assignedOf(given, 'mail_a')).toMatchObject({ health: 'working', tool_count: 1 })
  expect(await given.use('mail_a__find', {})).toContain('Two messages.')
  expect(given.offered(0)).toContain('mail_a__find')
  const tools = `${given.assigned}/tools?oauth_mcp=mail_a`
  expect((await given.person.get(tools)).body).toEqual({ data: [{ name: 'find', description: 'Finds mail.' }] })

  idpa.grants.endAccess()
  expect(await given.use('mail_a__find', {})).toContain('Two messages.')
  expect(await given.show()).toMatchObject({ is_valid: true })
})

test('an account that is lost in mid-run ends with one clear sentence, and its tools are offered no more', async () => {
  await using given = await givenAccount(app, idpa)
  await expect.poll(() => assignedOf(given, 'mail_a')).toMatchObject({ health: 'working' })
  const hosted = await givenHosted(app, given.owner, given.teammate)
  expect(await hosted.names()).toContain('mail_a__find')
  idpa.grants.revokeAll()
  expect(await given.use('mail_a__find', {})).toContain('The Google account of this teammate must be reconnected')
  expect(await given.show()).toMatchObject({ is_valid: false })
  await given.ask('And now?')
  expect(given.offered()).not.toContain('mail_a__find')
  expect(await hosted.names()).not.toContain('mail_a__find')
  await given.reconnect()
  await expect.poll(() => hosted.names()).toContain('mail_a__find')
  await given.person.delete(given.account)
  expect(await hosted.names()).toEqual([])
})

test('a tool of an account may ask first, and one that is taken away in mid-run is not called', async () => {
  await using given = await givenAccount(app, idpa)
  await expect.poll(() => assignedOf(given, 'mail_a')).toMatchObject({ health: 'working' })
  await given.person.post(given.assigned, { oauth_mcp: 'mail_a', ask: ['find'] })
  const calls = mail.calls.length
  given.vendor.reply({ text: '', tool_calls: [{ id: 'a', name: 'mail_a__find', input: {} }] }, { text: 'Done.' })
  await given.ask('Find it.', { is_async: true })
  const runs = `${given.base}/workflows/runs`
  const status = async () => (await given.person.get(runs)).body.data[0]?.status
  await expect.poll(status).toBe('suspended')
  expect(mail.calls).toHaveLength(calls)
  await given.person.delete(given.assigned, { oauth_mcp: 'mail_a' })
  const { run_id } = (await given.person.get(runs)).body.data[0]
  await given.person.post(`${runs}/${run_id}/resume`, { approved: true })
  await expect.poll(status).toBe('completed')
  expect(mail.calls).toHaveLength(calls)
})

test('a server that sends elsewhere leads the token nowhere, and its failure is reported', async () => {
  await using given = await givenAccount(app, idpa)
  expect(await testOf(given, 'drive_a')).toMatchObject({ status: 422, body: { code: 'CONNECTOR_FAILED' } })
  expect(redirected).toBe('nobody asked')
  expect(await assignedOf(given, 'drive_a')).toMatchObject({ health: 'failing', last_error: expect.any(String) })
  expect((await testOf(given, 'mail_a')).body).toMatchObject({ toolsets: [{ name: 'mail_a', tool_count: 1 }] })
})

test('nothing is asked with the account of a teammate in the trash, or on behalf of an inactive organization', async () => {
  await using given = await givenAccount(app, idpa)
  const { person, base, teammate, organization } = given
  await expect.poll(() => assignedOf(given, 'mail_a')).toMatchObject({ health: 'working' })
  const hosted = await givenHosted(app, given.owner, teammate)
  const statuses = async () => [
    (await callByHand(given)).status,
    (await hosted.call('mail_a__find')).status,
    (await testOf(given, 'mail_a')).status,
    (await person.post(`${given.account}/validate`)).status,
    (await person.get(given.link)).status,
  ]
  expect(await statuses()).toEqual([200, 200, 200, 200, 200])
  const asked = () => [mail.requests.length, idpa.asked.length]
  const before = asked()
  const setStatus = (status: 'active' | 'inactive') =>
    app.ctx.db.update(organizations).set({ status }).where(eq(organizations.id, organization.id))
  await setStatus('inactive')
  expect(await statuses()).toEqual([403, 403, 403, 403, 403])
  await setStatus('active')
  await person.delete(`${base}/employees/${teammate.id}`)
  expect(await statuses()).toEqual([404, 401, 404, 404, 404])
  expect(asked()).toEqual(before)
})

test('an account that is connected again has the tools that its server lists now', async () => {
  await using given = await givenAccount(app, idpa)
  const names = async () => {
    const { body } = await given.person.get(`${given.base}/employees/${given.teammate.id}/tools`)
    return body.data.map(({ name }: { name: string }) => name).filter((name: string) => name.startsWith('mail_a'))
  }
  await expect.poll(() => assignedOf(given, 'mail_a')).toMatchObject({ health: 'working' })
  expect(await names()).toEqual(['mail_a__find'])
  await given.person.delete(given.account)
  mail.tools = [{ name: 'search' }]
  try {
    await given.reconnect()
    await expect.poll(() => assignedOf(given, 'mail_a')).toMatchObject({ health: 'working' })
    expect(await names()).toEqual(['mail_a__search'])
  } finally {
    mail.tools = [find]
  }
})

test.runIf(postgresUrl)('a list that comes while its account is being disconnected is kept nowhere', async () => {
  await using given = await givenAccount(app, idpa)
  await expect.poll(() => assignedOf(given, 'mail_a')).toMatchObject({ health: 'working' })
  const { listing } = await app.ctx.transaction(async ({ db }) => {
    await db.delete(oauthIntegrations).where(eq(oauthIntegrations.employee_id, given.teammate.id))
    const listing = testOf(given, 'mail_a')
    const waiting = async () => {
      const { rows } = await db.execute(sql`
        select pid from pg_locks where not granted and locktype = 'transactionid' and transactionid = pg_current_xact_id()::xid`)
      return rows.length
    }
    await expect.poll(waiting).toBe(1)
    return { listing }
  })
  expect((await listing).status).toBe(200)
  expect(await given.show()).toMatchObject({ is_connected: false })
})
