import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/audit.ts'
import { memberships } from '#features/organizations/table.ts'
import { startPlanApp } from '#testing/models/plan.ts'
import { vendorConnectionAttempts, vendorCredentials } from '../table.ts'
import { pollAttempts } from './poll-attempts.ts'

const { app, auth, place, poll } = await startPlanApp()
const MINUTE = 60_000

/** One vendor stands for all: what an earlier test left pending must not take what this one set it to answer. */
beforeEach(() =>
  app.ctx.db
    .update(vendorConnectionAttempts)
    .set({ status: 'cancelled' })
    .where(eq(vendorConnectionAttempts.status, 'pending')),
)

const eventsOf = (name: string, { id }: { id: string }) =>
  app.events.find(name, ({ payload }) => payload.organization_id === id)
const statusesOf = (organization: { id: string }) =>
  eventsOf('organization_ai_provider_connection_attempt.updated', organization).map(({ payload }) => payload.status)
const auditOf = async ({ client, organization }: Awaited<ReturnType<typeof place>>) => {
  const { body } = await client.get(`/api/organizations/${organization.id}/audit-log`)
  const entries: AuditEntry[] = body.data
  return entries.filter(({ action }) => action.startsWith('ai_provider'))
}

test('an attempt shows a code and where to enter it, for a quarter of an hour', async () => {
  const here = await place()
  expect((await here.current()).status).toBe(404)
  const { status, body } = await here.start()
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'pending',
    user_code: auth.devices.at(-1)?.user_code,
    verification_url: `${auth.url}/codex/device`,
    expires_at: expect.any(String),
  })
  const left = Date.parse(body.expires_at) - app.clock.now().getTime()
  expect(left).toBeGreaterThan(14 * MINUTE)
  expect(left).toBeLessThanOrEqual(15 * MINUTE)
  expect((await here.current()).body).toEqual(body)
  expect(await here.plan()).toMatchObject({ is_connected: false, account: null })
})

test('who enters the code connects the plan: sealed, announced to admins, kept in the log under who began it', async () => {
  const here = await place()
  const { body } = await here.start()
  await poll()
  expect((await here.current()).body.status).toBe('pending')
  auth.agree(body.user_code, { email: 'books@customer.test' })
  await poll()
  expect((await here.current()).body).toEqual({ ...body, status: 'connected' })
  const plan = await here.plan()
  expect(plan).toMatchObject({
    is_connected: true,
    has_own_key: false,
    api_key: null,
    account: 'books@customer.test',
    lost_at: null,
  })

  const family = auth.families.at(-1)
  const [row] = await app.ctx.db
    .select()
    .from(vendorCredentials)
    .where(eq(vendorCredentials.organization_id, here.organization.id))
  const opened = app.ctx.ports.cipher.decrypt(row?.tokens_sealed ?? '')
  expect(JSON.parse(opened)).toEqual({
    access_token: family?.access_token,
    refresh_token: family?.refresh_token,
    account_id: family?.account.account_id,
  })

  const rooms = [`organization-admins:${here.organization.id}`]
  const events = eventsOf('organization_ai_provider.updated', here.organization)
  expect(events).toMatchObject([{ rooms, payload: plan }])
  expect(statusesOf(here.organization)).toEqual(['pending', 'connected'])
  const entries = await auditOf(here)
  expect(entries).toMatchObject([
    {
      action: 'ai_provider.connected',
      actor: { user_id: here.admin.id },
      subject: { type: 'ai_provider', id: 'vendor_6' },
      before: { is_connected: false, account: null },
      after: { is_connected: true, account: 'books@customer.test' },
    },
  ])
  const seen = JSON.stringify([app.events.all(), entries, await here.current(), plan])
  for (const secret of [family?.access_token, family?.refresh_token, auth.devices.at(-1)?.device_auth_id]) {
    expect(secret).toBeTruthy()
    expect(seen).not.toContain(secret)
  }
})

test('a person who asks while an attempt is pending sees its code, eight at once too', async () => {
  const here = await place()
  const answers = await Promise.all(Array.from({ length: 8 }, here.start))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.user_code}`)).size).toBe(1)
  expect((await here.start()).body).toEqual(answers[0]?.body)
  expect(statusesOf(here.organization)).toEqual(['pending'])
})

test('of eight workers at once one asks the vendor', async () => {
  const here = await place()
  await here.start()
  // Longer than eight workers take, so that none of them finds it due once more.
  await app.ctx.db
    .update(vendorConnectionAttempts)
    .set({ interval_seconds: 600 })
    .where(eq(vendorConnectionAttempts.organization_id, here.organization.id))
  app.clock.advance(20_000)
  const polls = () => auth.count('/deviceauth/token')
  const before = polls()
  const pending = await app.ctx.db.$count(vendorConnectionAttempts, eq(vendorConnectionAttempts.status, 'pending'))
  await Promise.all(Array.from({ length: 8 }, () => pollAttempts(app.ctx)))
  expect(polls() - before).toBe(pending)
  await pollAttempts(app.ctx)
  expect(polls() - before).toBe(pending)
})

test('a code that nobody enters expires, and is asked about no more; the next attempt has a new one', async () => {
  const here = await place()
  const { body } = await here.start()
  app.clock.advance(15 * MINUTE)
  expect((await here.current()).body.status).toBe('expired')
  await poll()
  expect(statusesOf(here.organization)).toEqual(['pending', 'expired'])
  auth.agree(body.user_code)
  await poll()
  expect(await here.plan()).toMatchObject({ is_connected: false })
  const again = await here.start()
  expect(again.body).toMatchObject({ status: 'pending' })
  expect(again.body.user_code).not.toBe(body.user_code)
})

test('an attempt whose time is over makes room for another before any worker has noticed', async () => {
  const here = await place()
  const { body } = await here.start()
  app.clock.advance(15 * MINUTE)
  const again = await here.start()
  expect(again.body.status).toBe('pending')
  expect(again.body.user_code).not.toBe(body.user_code)
  expect(statusesOf(here.organization)).toEqual(['pending', 'expired', 'pending'])
})

test('a sign-in that is declined says so', async () => {
  const here = await place()
  auth.deny((await here.start()).body.user_code)
  await poll()
  expect((await here.current()).body).toMatchObject({ status: 'failed', error: 'The sign-in was declined.' })
  expect(statusesOf(here.organization)).toEqual(['pending', 'failed'])
  expect((await here.start()).body).toMatchObject({ status: 'pending' })
})

test('what passes at the vendor ends no attempt', async () => {
  const here = await place()
  const { body } = await here.start()
  auth.agree(body.user_code)
  auth.fail('/api/accounts/deviceauth/token', 500, 429)
  for (const _ of [1, 2]) await poll()
  expect((await here.current()).body.status).toBe('pending')
  auth.answerPolls('slow_down')
  await poll()
  auth.answerPolls(null)
  // The vendor says once that someone agreed; the exchange after it may fail and be tried again.
  auth.fail('/oauth/token', 503)
  await poll()
  expect((await here.current()).body.status).toBe('pending')
  await poll()
  expect((await here.current()).body.status).toBe('connected')
})

test('a vendor that asks for patience is asked less often', async () => {
  const here = await place()
  await here.start()
  auth.answerPolls('slow_down')
  await poll()
  auth.answerPolls(null)
  const [row] = await app.ctx.db
    .select()
    .from(vendorConnectionAttempts)
    .where(eq(vendorConnectionAttempts.organization_id, here.organization.id))
  expect(row).toMatchObject({ interval_seconds: 6, lease_id: null })
})

test('a refused exchange fails the attempt', async () => {
  const here = await place()
  auth.agree((await here.start()).body.user_code)
  auth.fail('/oauth/token', 400)
  await poll()
  expect((await here.current()).body).toMatchObject({
    status: 'failed',
    error: 'The sign-in did not succeed. Start again with a new code.',
  })
})

test('a vendor that gives no code is reported, and no attempt is left', async () => {
  const here = await place()
  auth.fail('/api/accounts/deviceauth/usercode', 503, 404)
  const unreachable = await here.start()
  expect([unreachable.status, unreachable.body.error]).toEqual([
    502,
    'ChatGPT plan could not be reached. Try again in a moment.',
  ])
  const closed = await here.start()
  expect([closed.status, closed.body.error]).toEqual([502, 'ChatGPT plan does not offer this sign-in at the moment.'])
  expect((await here.current()).status).toBe(404)
  expect((await here.start()).status).toBe(200)
})

test('a cancelled attempt connects nothing, whatever was agreed to', async () => {
  const here = await place()
  const { body } = await here.start()
  const { body: cancelled } = await here.cancel()
  expect(cancelled).toEqual({ ...body, status: 'cancelled' })
  expect((await here.cancel()).status).toBe(404)
  auth.agree(body.user_code)
  await poll()
  expect(await here.plan()).toMatchObject({ is_connected: false })
  expect(statusesOf(here.organization)).toEqual(['pending', 'cancelled'])
})

test('an attempt that is cancelled while the vendor answers connects nothing, and its tokens are given back', async () => {
  const here = await place()
  auth.agree((await here.start()).body.user_code)
  const gate = Promise.withResolvers<void>()
  auth.hold(gate.promise)
  const asked = auth.count('/deviceauth/token')
  const polled = poll()
  await expect.poll(() => auth.count('/deviceauth/token')).toBeGreaterThan(asked)
  expect((await here.cancel()).status).toBe(200)
  gate.resolve()
  await polled
  expect(await here.plan()).toMatchObject({ is_connected: false })
  expect(auth.revoked).toContain(auth.families.at(-1)?.refresh_token)
})

test('who may not connect vendors any more connects none by a code that they began', async () => {
  const here = await place()
  const { body } = await here.start()
  await app.ctx.db
    .update(memberships)
    .set({ role: 'member' })
    .where(and(eq(memberships.organization_id, here.organization.id), eq(memberships.user_id, here.admin.id)))
  auth.agree(body.user_code)
  await poll()
  const owner = await app.as(here.owner)
  expect((await owner.get(`${here.attempts}/current`)).body).toMatchObject({
    status: 'cancelled',
    error: 'The person who started it may no longer connect vendors.',
  })
  const { body: providers } = await owner.get(here.providers)
  expect(providers[5]).toMatchObject({ provider: 'vendor_6', is_connected: false })
  expect(auth.revoked).toContain(auth.families.at(-1)?.refresh_token)
})

test('the plan is for admins and owners; another organization is not found', async () => {
  const here = await place()
  const outsider = await app.as((await app.given.organization()).admin)
  const member = await app.as(here.member)
  const calls: [string, string][] = [
    ['POST', here.attempts],
    ['GET', `${here.attempts}/current`],
    ['DELETE', `${here.attempts}/current`],
    ['POST', `${here.providers}/codex/revoke`],
  ]
  for (const [method, path] of calls) {
    expect((await app.anyone.send(path, { method })).status).toBe(401)
    expect((await member.send(path, { method })).status).toBe(403)
    expect((await outsider.send(path, { method })).status).toBe(404)
  }
  expect((await (await app.as(here.owner)).post(here.attempts)).status).toBe(200)
})

test('one organization’s code connects no other', async () => {
  const [here, there] = [await place(), await place()]
  const { body } = await here.start()
  await there.start()
  auth.agree(body.user_code)
  await poll()
  expect(await here.plan()).toMatchObject({ is_connected: true })
  expect(await there.plan()).toMatchObject({ is_connected: false })
  expect((await there.current()).body.status).toBe('pending')
})
