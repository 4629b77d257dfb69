import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { newId } from '#platform/id.ts'
import { startTestApp } from '#testing/app.ts'
import { startSmtpDouble } from '#testing/doubles/mail/smtp-double.ts'
import { startWebhookReceiver } from '#testing/doubles/webhook-receiver.ts'
import { attempted, givenWebhooks, type Hook, later } from '#testing/events/webhooks.ts'
import { freePort } from '#testing/servers/free-port.ts'
import { postgresUrl } from '#testing/servers/server-process.ts'
import { webhookDeliveries, webhookEvents } from '../table.ts'
import { deleteOldDeliveries } from './delete-old-deliveries.ts'

const smtp = await startSmtpDouble()
const receiver = await startWebhookReceiver()
const app = await startTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1', WEBHOOK_TIMEOUT: '4', ...smtp.env } })
afterAll(async () => {
  await app.close()
  await receiver[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
})

const secondsUntil = (instant: string | null) => (Date.parse(instant ?? '') - app.clock.now().getTime()) / 1000

test('what fails is tried again within 15 seconds, then later and later for a day, under one id, and then given up', async () => {
  const given = await givenWebhooks(app, receiver)
  const hook = await given.add()
  receiver.status(hook.path, 500, 'Broken')
  await hook.test()
  const waits: number[] = []
  let failed = await attempted(hook, 1)
  expect(failed).toMatchObject({ state: 'pending', response_status: 500, response_body: 'Broken', delivered_at: null })
  while (failed.state === 'pending') {
    waits.push(secondsUntil(failed.next_attempt_at))
    later(app, waits.at(-1) ?? 0)
    failed = await attempted(hook, failed.attempts + 1)
  }
  expect(waits[0]).toBeLessThan(12)
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  const hours = waits.reduce((sum, wait) => sum + wait) / 3600
  expect(hours).toBeGreaterThan(20)
  expect(hours).toBeLessThan(26)
  expect(failed).toMatchObject({ state: 'failed', attempts: 10, next_attempt_at: null })
  expect(new Set(hook.received().map(({ id }) => id))).toEqual(new Set([failed.id]))
  expect(new Set(hook.received().map(({ at }) => at.getTime())).size, 'each attempt is signed anew').toBe(10)

  receiver.status(hook.path, 200, 'Thanks')
  const { body } = await given.owner.post(`${hook.at}/deliveries/${failed.id}/resend`)
  expect(body).toMatchObject({ id: failed.id, state: 'pending' })
  expect(await attempted(hook, 11)).toMatchObject({ id: failed.id, state: 'delivered', response_body: 'Thanks' })
  expect(hook.received().at(-1)?.id).toBe(failed.id)
  const { body: shown } = await given.owner.get(`${hook.at}/deliveries/${failed.id}`)
  expect(shown.payload).toBe(hook.received().at(-1)?.text)
  expect((await hook.show()).failures).toBe(0)
})

test('a receiver that is gone, hangs, redirects, pours or is not allowed is reported as what it is', async () => {
  const given = await givenWebhooks(app, receiver)
  const elsewhere = await given.add(['contact.updated'])
  const failures: [string, (hook: Hook) => unknown, object][] = [
    [
      'hangs',
      (hook) => receiver.answer(hook.path, () => undefined),
      { response_status: null, last_error: 'No answer within 4 seconds' },
    ],
    [
      'redirects',
      (hook) =>
        receiver.answer(hook.path, (response) =>
          response.writeHead(307, { location: `${receiver.url}${elsewhere.path}` }).end(),
        ),
      { response_status: 307, last_error: 'The receiver answered 307' },
    ],
    [
      'is gone away',
      async (hook) => given.owner.put(hook.at, { url: `http://127.0.0.1:${await freePort()}/hook` }),
      { last_error: 'The receiver refused the connection' },
    ],
    [
      'is private',
      (hook) => given.owner.put(hook.at, { url: 'http://169.254.169.254/latest' }),
      { last_error: expect.stringMatching(/not reachable from here: link-local/) },
    ],
  ]
  for (const [name, be, expected] of failures) {
    const hook = await given.add()
    await be(hook)
    await hook.test()
    expect(await attempted(hook, 1), name).toMatchObject({ state: 'pending', ...expected })
  }
  expect(elsewhere.received()).toEqual([])

  const huge = await given.add()
  receiver.answer(huge.path, (response) => {
    response.writeHead(200)
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384, 'x')));
      response.once('drain', pour)
    }
    pour()
  })
  await huge.test()
  const delivered = await attempted(huge, 1)
  expect([delivered.state, delivered.response_body]).toEqual(['delivered', 'x'.repeat(1024)])
})

test('receivers that hang hold up no other organization', async () => {
  const slow = await givenWebhooks(app, receiver)
  const stuck = await Promise.all(Array.from({ length: 8 }, () => slow.add()))
  for (const hook of stuck) receiver.answer(hook.path, () => undefined)
  await Promise.all(stuck.flatMap((hook) => Array.from({ length: 20 }, () => hook.test())))
  const quick = await givenWebhooks(app, receiver)
  const hook = await quick.add()
  await Promise.all(Array.from({ length: 8 }, () => hook.test()))
  await expect.poll(() => hook.received().length).toBe(8)
  const states = (await Promise.all(stuck.map((one) => one.deliveries()))).flat().map(({ state }) => state)
  expect(new Set(states), 'the others are still not delivered').toEqual(new Set(['pending']))
  for (const one of stuck) await slow.owner.delete(one.at)
})

test('a receiver that answers 410 is sent nothing more, and the admins get a notice', async () => {
  const given = await givenWebhooks(app, receiver)
  const hook = await given.add()
  receiver.status(hook.path, 410)
  const admin = await app.given.membership(given.organization, 'admin')
  const member = await app.given.membership(given.organization, 'member')
  await hook.test()
  await expect.poll(hook.show).toMatchObject({ is_enabled: false, disabled_reason: 'gone' })
  expect(await hook.deliveries()).toMatchObject([{ state: 'failed', attempts: 1, response_status: 410 }])
  await expect.poll(() => smtp.to(admin.email).length).toBe(1)
  expect(smtp.to(admin.email)[0]?.mail.subject).toMatch(/^The webhook to 127\.0\.0\.1:\d+ was disabled$/)
  expect(smtp.to(member.email)).toEqual([])
  const { body } = await given.owner.get(`${given.base}/audit-log?action=webhook.disabled`)
  expect(body.data).toMatchObject([{ actor: { kind: 'system' }, after: { reason: 'gone' } }])
})

test('three days of failures disable a webhook, which is enabled again by hand and begins again', async () => {
  const given = await givenWebhooks(app, receiver)
  const hook = await given.add()
  receiver.status(hook.path, 503)
  const failures = async () => (await hook.show()).failures as number
  for (let day = 0; day < 4; day++) {
    for (let each = 0; each < 4; each++) {
      const before = await failures()
      await hook.test()
      await expect.poll(async () => (await failures()) > before || !(await hook.show()).is_enabled).toBe(true)
    }
    if (day < 3) expect(await hook.show()).toMatchObject({ is_enabled: true })
    later(app, 86_400)
    // What was due meanwhile fails as well, before another day begins.
    await expect
      .poll(async () => (await hook.deliveries('?state=pending')).every((one) => secondsUntil(one.next_attempt_at) > 0))
      .toBe(true)
  }
  await expect.poll(hook.show).toMatchObject({ is_enabled: false, disabled_reason: 'failing' })
  expect(await hook.deliveries('?state=pending')).toEqual([])
  receiver.status(hook.path, 200)
  expect((await given.owner.put(hook.at, { is_enabled: true })).body).toMatchObject({
    is_enabled: true,
    disabled_reason: null,
    failures: 0,
    failing_since: null,
  })
  const { id } = await hook.test()
  await expect.poll(async () => (await hook.deliveries()).find((one) => one.id === id)?.state).toBe('delivered')
})

test('a delivery that eight people resend at once is sent again, and remains one', async () => {
  const given = await givenWebhooks(app, receiver)
  const hook = await given.add()
  const { id } = await hook.test()
  await attempted(hook, 1)
  const resend = () => given.owner.post(`${hook.at}/deliveries/${id}/resend`)
  const answers = await Promise.all(Array.from({ length: 8 }, resend))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  await expect.poll(async () => (await hook.deliveries())[0]?.state).toBe('delivered')
  expect(hook.received().length).toBeGreaterThan(1)
  expect(new Set(hook.received().map((one) => one.id))).toEqual(new Set([id]))
  expect(await hook.deliveries()).toHaveLength(1)
})

test('of many that are gone at once, each is recorded and the webhook disabled once', async () => {
  const given = await givenWebhooks(app, receiver)
  const hook = await given.add()
  receiver.status(hook.path, 410)
  const admin = await app.given.membership(given.organization, 'admin')
  const at = `${given.webhooks}/${hook.id}/test`
  const answers = await Promise.all(Array.from({ length: 24 }, () => given.operator.post(at)))
  expect(new Set(answers.map(({ status }) => status)).has(200)).toBe(true)
  await expect
    .poll(async () => (await hook.deliveries()).every((one) => one.state === 'failed' && one.sending_since === null))
    .toBe(true)
  await expect.poll(() => smtp.to(admin.email).length).toBe(1)
  const { body } = await given.owner.get(`${given.base}/audit-log?action=webhook.disabled`)
  expect(body.data).toHaveLength(1)
})

test.runIf(postgresUrl)('two processes deliver together, each delivery once', async () => {
  const { DATABASE_URL = '', DATA_DIR } = app.config
  const other = await startTestApp({ env: { DATABASE_URL, DATA_DIR, OUTBOUND_ALLOW: '127.0.0.1' } })
  onTestFinished(other.close)
  other.clock.advance(app.clock.now().getTime() - Date.now())
  const given = await givenWebhooks(app, receiver)
  const hooks = await Promise.all(Array.from({ length: 4 }, () => given.add()))
  const clients = [await app.as(given.person), await other.as(given.person)]
  const asked = hooks.flatMap(({ at }) =>
    Array.from(
      { length: 16 },
      (_, n) => clients[n % 2]?.post(`${at}/test`) ?? Promise.reject(new Error('Nobody asks')),
    ),
  )
  const ids = (await Promise.all(asked)).map(({ body }) => body.id as string)
  const received = () => hooks.flatMap((hook) => hook.received().map(({ id }) => id))
  await expect.poll(() => received().length).toBeGreaterThanOrEqual(ids.length)
  await expect
    .poll(async () => (await Promise.all(hooks.map((hook) => hook.deliveries('?state=pending')))).flat())
    .toEqual([])
  expect(received().sort()).toEqual(ids.sort())
})

test('what waits for an inactive organization is sent when it is active again', async () => {
  const given = await givenWebhooks(app, receiver)
  const hook = await given.add()
  const other = await (await givenWebhooks(app, receiver)).add()
  receiver.status(hook.path, 500)
  await hook.test()
  const { next_attempt_at } = await attempted(hook, 1)
  const be = (status: 'active' | 'inactive') =>
    app.ctx.db.update(organizations).set({ status }).where(eq(organizations.id, given.organization.id))
  await be('inactive')
  receiver.status(hook.path, 200)
  later(app, secondsUntil(next_attempt_at))
  await other.test()
  await expect.poll(() => other.received().length).toBe(1)
  expect(hook.received()).toHaveLength(1)
  await be('active')
  await expect.poll(() => hook.received().length).toBe(2)
})

test('deliveries are forgotten after 30 days', async () => {
  const given = await givenWebhooks(app, receiver)
  const hook = await given.add()
  await hook.test()
  await attempted(hook, 1)
  app.clock.advance(31 * 86_400_000)
  const fresh = await hook.test()
  await expect.poll(() => hook.received().length).toBe(2)
  await deleteOldDeliveries(app.ctx)
  const { webhook_id, id } = webhookDeliveries
  const left = await app.ctx.db
    .select({ id })
    .from(webhookDeliveries)
    .where(and(eq(webhook_id, hook.id)))
  expect(left).toEqual([{ id: fresh.id }])
})

test('an event that cannot be sent holds up those behind it for an hour at most', async () => {
  const given = await givenWebhooks(app, receiver)
  const hook = await given.add(['contact.created'])
  const organization_id = given.organization.id
  // As one is that an earlier version wrote, of a type that this one does not know.
  await app.ctx.db.execute(sql`update webhooks set event_types = event_types || array['no.such'] where id = ${hook.id}`)
  const happened_at = new Date(app.clock.now().getTime() - 2 * 3_600_000)
  const lost = { organization_id, type: 'no.such' as never, subject_id: newId(), happened_at }
  await app.ctx.db.insert(webhookEvents).values(lost)
  await given.open()
  await expect.poll(() => hook.received().map(({ body }) => body.type)).toEqual(['contact.created'])
  const left = await app.ctx.db.select().from(webhookEvents).where(eq(webhookEvents.organization_id, organization_id))
  expect(left).toEqual([])
})
