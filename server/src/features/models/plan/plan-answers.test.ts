import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { platformSettings } from '#features/catalog/table.ts'
import { organizations } from '#features/organizations/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { runsOf } from '#testing/chats/private-chat.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import { collect, never, question } from '#testing/models/model-calls.ts'
import { startPlanApp } from '#testing/models/plan.ts'
import { echo, serve } from '#testing/servers/loopback-server.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'
import { resolveModels } from '../resolve-models.ts'
import { streamModel } from '../stream-model.ts'
import { vendorCredentials } from '../table.ts'

const { app, auth, vendor, start, connected } = await startPlanApp({ parts: ['web', 'realtime', 'worker'] })
const HOUR = 3_600_000

/** A teammate whose model is of the organization's plan. */
async function ready() {
  const here = await connected()
  const model = await app.given.model({
    provider: 'vendor_6',
    name: 'A model of the plan',
    is_reasoning: true,
    input_cost: 2,
    output_cost: 8,
  })
  const teammate = await app.given.teammate(here.organization, { model: model.id, tools: ['http_request'] })
  const path = `/api/private/employee/${teammate.id}/messages`
  const client = app.withKey(here.private_key)
  const requests = vendor.requests.length
  return {
    ...here,
    model,
    path,
    ask: (message: string) => client.post(path, { message, channel: 'api' }),
    save: (message: string) =>
      client.post(path, { message, channel: 'api', conversation: { id: message }, contact: { id: 'customer-1' } }),
    /** What the vendor was asked since. */
    requests: () => vendor.requests.slice(requests),
  }
}

const refreshes = () => auth.count('/oauth/token')

test('a model of the plan thinks, calls a tool and answers, at the cost of the catalog and without credits', async () => {
  const { url } = await serve(echo)
  const here = await ready()
  const chosen = await here.client.get('/api/init/models')
  expect(chosen.body.find(({ id }: { id: string }) => id === String(here.model.id))).toMatchObject({
    is_connected: true,
    is_available: true,
  })
  vendor.reply(
    { reasoning: 'Look it up.', tool_calls: [{ name: 'http_request', input: { url } }] },
    { chunks: ['It is ', 'on its way.'], usage: { input_tokens: 1000, output_tokens: 500 } },
  )
  const { status, body } = await here.save('Where is order 7?')
  expect([status, body.data.message]).toEqual([200, 'It is on its way.'])

  const [first, second] = here.requests()
  expect(here.requests()).toHaveLength(2)
  expect(first?.body).toMatchObject({ model: here.model.model, store: false, stream: true })
  expect(first?.body.instructions).toContain('You are A teammate')
  expect(first?.headers).toMatchObject({
    authorization: `Bearer ${here.family.access_token}`,
    'chatgpt-account-id': here.family.account.account_id,
  })
  expect(second?.headers.session_id).toBe(first?.headers.session_id)
  const [run] = await runsOf(app, here.organization)
  // 10 and 5 tokens, the double's usual, then 1000 and 500, in millionths.
  expect(run?.usd_cost).toBeCloseTo((1010 * 2 + 505 * 8) / 1_000_000, 8)
  const credits = { available_tokens: organizations.available_tokens }
  const [left] = await app.ctx.db.select(credits).from(organizations).where(eq(organizations.id, here.organization.id))
  expect(left?.available_tokens).toBe(here.organization.available_tokens)
})

test('without a system text the vendor still gets instructions', async () => {
  const here = await ready()
  const [candidate] = await resolveModels(extendContext(app.ctx, { organization: here.organization }), here.model.id)
  if (!candidate) throw new Error('The plan is not connected')
  vendor.reply({ text: 'Hello.' })
  const request = question(here.model.model, { system: '', max_output_tokens: 50 })
  const { text } = await collect(streamModel(candidate.connection, request, never))
  expect(text).toBe('Hello.')
  expect(here.requests().at(-1)?.body.instructions).toBe('You are a helpful assistant.')
})

test('a plan at its limit is asked once, and the next model answers', async () => {
  const here = await ready()
  await using other = await startCustomDouble(null)
  await app.given.credential(here.organization, { provider: 'custom', base_url: other.base_url })
  const fallback = await app.given.model({ provider: 'custom' })
  const settings = { fallback_model_1: fallback.id }
  await app.ctx.db
    .insert(platformSettings)
    .values({ id: 1, ...settings })
    .onConflictDoUpdate({ target: platformSettings.id, set: settings })
  other.reply({ text: 'From the fallback.' })
  vendor.reply({ fault: 'status', status: 429, message: 'The usage limit has been reached' })
  const { body } = await here.ask('Hello')
  expect(body.data.message).toBe('From the fallback.')
  expect(here.requests()).toHaveLength(1)
  await app.ctx.db.update(platformSettings).set({ fallback_model_1: null })
})

test('a plan at its limit says so where no other model can answer', async () => {
  const here = await ready()
  vendor.reply({ fault: 'status', status: 429, message: 'The usage limit has been reached' })
  const { status, body } = await here.ask('Hello')
  expect(status).toBe(502)
  expect(body).toMatchObject({ code: 'MODEL_FAILED' })
  expect(body.error).toContain('ChatGPT plan has reached its usage limit.')
})

test('an access token that the vendor takes no more is renewed, and the call made again', async () => {
  const here = await ready()
  const { refresh_token } = here.family
  auth.expireAccess(here.family)
  vendor.reply({ text: 'Still here.' })
  expect((await here.ask('Hello')).body.data.message).toBe('Still here.')
  expect(here.family.refresh_token).not.toBe(refresh_token)
  vendor.reply({ text: 'And again.' })
  expect((await here.ask('Hello')).body.data.message).toBe('And again.')
})

test('of eight calls at once with tokens that end, one renews them', async () => {
  const here = await ready()
  app.clock.advance(HOUR)
  const before = refreshes()
  vendor.reply(() => ({ text: 'Renewed.' }))
  const answers = await Promise.all(Array.from({ length: 8 }, () => here.ask('Hello')))
  expect(answers.map(({ body }) => body.data?.message)).toEqual(Array.from({ length: 8 }, () => 'Renewed.'))
  expect(refreshes() - before).toBe(1)
})

test('while the vendor takes its time to renew tokens nobody else waits, and a plan disconnected meanwhile stays so', async () => {
  const here = await ready()
  const { owner } = await app.given.organization()
  const other = await app.as(owner)
  app.clock.advance(HOUR)
  const before = refreshes()
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>()
  auth.hold(goesOn)
  const asked = here.ask('Hello')
  await expect.poll(() => refreshes() - before).toBe(1)
  const renamed = { name: 'Not held up' }
  expect(
    (
      await other.put(
        `/api/organizations/${(await other.get('/api/init/whoami')).body.current_organization_id}`,
        renamed,
      )
    ).status,
  ).toBe(200)
  const revoking = here.revoke()
  goOn()
  expect((await revoking).status).toBe(200)
  await asked
  expect((await here.plan()).is_connected).toBe(false)
})

test.runIf(postgresUrl)('of calls in two processes one renews the tokens', async () => {
  const here = await ready()
  const second = await start({
    env: { DATABASE_URL: app.config.DATABASE_URL ?? '' },
    // As with one key for all processes.
    ports: { cipher: app.ctx.ports.cipher },
  })
  vendor.reply(() => ({ text: 'Renewed.' }))
  const resolve = async ({ ctx }: typeof app) => {
    const [candidate] = await resolveModels(extendContext(ctx, { organization: here.organization }), here.model.id)
    if (!candidate) throw new Error('The plan is not connected')
    return candidate.connection
  }
  const connections = await Promise.all([app, second].map(resolve))
  for (const each of [app, second]) each.clock.advance(HOUR)
  const before = refreshes()
  const calls = connections.flatMap((connection) =>
    Array.from({ length: 4 }, () => collect(streamModel(connection, question(here.model.model), never))),
  )
  for (const { text } of await Promise.all(calls)) expect(text).toBe('Renewed.')
  expect(refreshes() - before).toBe(1)
  await second.close()
})

test('a vendor that cannot renew for a moment costs nothing while the tokens hold', async () => {
  const here = await ready()
  // They are renewed a few minutes early.
  app.clock.advance(HOUR - 2 * 60_000)
  auth.fail('/oauth/token', 503)
  vendor.reply({ text: 'With the old ones.' })
  expect((await here.ask('Hello')).body.data.message).toBe('With the old ones.')
  app.clock.advance(10 * 60_000)
  auth.fail('/oauth/token', 503)
  expect((await here.ask('Hello')).status).toBe(502)
  expect(await here.plan()).toMatchObject({ is_connected: true, lost_at: null })
  vendor.reply({ text: 'With new ones.' })
  expect((await here.ask('Hello')).body.data.message).toBe('With new ones.')
})

test('a sign-in that the vendor has ended is shown to admins, and counts as none from then on', async () => {
  const here = await ready()
  auth.end(here.family)
  const failed = await here.ask('Hello')
  expect([failed.status, failed.body.error]).toEqual([502, expect.stringContaining('ChatGPT plan is not connected.')])
  const plan = await here.plan()
  expect(plan).toMatchObject({ is_connected: false, account: 'plans@customer.test', lost_at: expect.any(String) })
  const events = app.events.find(
    'organization_ai_provider.updated',
    ({ payload }) => payload.organization_id === here.organization.id,
  )
  expect(events.at(-1)).toMatchObject({ rooms: [`organization-admins:${here.organization.id}`], payload: plan })
  expect((await here.ask('Hello')).body).toMatchObject({ code: 'TEAMMATE_NOT_READY' })
  const { body } = await here.client.get('/api/init/models')
  expect(body.find(({ id }: { id: string }) => id === String(here.model.id))).toMatchObject({ is_connected: false })

  const again = await here.start()
  auth.agree(again.body.user_code)
  app.clock.advance(20_000)
  await expect.poll(async () => (await here.plan()).lost_at).toBe(null)
})

test('a plan that is disconnected while an answer is being written answers no further call', async () => {
  const here = await ready()
  const { url } = await serve(echo)
  const gate = Promise.withResolvers<void>()
  vendor.reply({
    chunks: ['Let me ', 'look.'],
    until: gate.promise,
    tool_calls: [{ name: 'http_request', input: { url } }],
  })
  const asked = here.ask('Look!')
  await expect.poll(() => here.requests().length).toBe(1)
  await here.revoke()
  gate.resolve()
  expect((await asked).body.error).toContain('ChatGPT plan is not connected.')
  expect(here.requests()).toHaveLength(1)
})

test('a vendor that repeats the token in an error gives it away to nobody', async () => {
  const here = await ready()
  const { access_token } = here.family
  vendor.reply({ fault: 'status', status: 400, message: `No model for ${access_token}` })
  const { body } = await here.ask('Hello')
  expect(body.error).toContain('No model for …')
  expect(JSON.stringify(body)).not.toContain(access_token)
})

test('a reader of the database reads no token', async () => {
  const here = await ready()
  const rows = await app.ctx.db
    .select()
    .from(vendorCredentials)
    .where(eq(vendorCredentials.organization_id, here.organization.id))
  for (const token of [here.family.access_token, here.family.refresh_token])
    expect(JSON.stringify(rows)).not.toContain(token)
})
