import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { conversations } from '#features/conversations/table.ts'
import { organizations } from '#features/organizations/table.ts'
import { runs, teammateSpend } from '#features/runs/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { newId } from '#platform/id.ts'
import { type Browser, givenWebchat, startWebchatApp } from '#testing/chats/webchat.ts'

const app = await startWebchatApp()

type Given = Awaited<ReturnType<typeof givenWebchat>>

const waits = [
  { role: 'contact', content: 'Help' },
  { role: 'bot', content: 'Ada can’t answer right now. A person will reply here as soon as possible.' },
  { role: 'system', system_event: { type: 'operator_requested' } },
]

const rolesOf = async (browser: Browser) => {
  const { data } = (await browser.get('/messages')).body
  return [...data].reverse()
}

/** Everything that keeps a teammate from answering. */
const obstacles: Record<string, (given: Given) => Promise<unknown>> = {
  'has no model': ({ teammate }) =>
    app.ctx.db.update(aiEmployees).set({ model: null }).where(eq(aiEmployees.id, teammate.id)),
  'has reached its daily limit': async ({ organization, teammate }) => {
    const limit = { ai_employee_daily_cost_limit_usd: 0.01 }
    await app.ctx.db.update(organizations).set(limit).where(eq(organizations.id, organization.id))
    const day = app.ctx.now().toISOString().slice(0, 10)
    const spent = { organization_id: organization.id, employee_id: teammate.id, day, spent_usd: 1 }
    await app.ctx.db.insert(teammateSpend).values(spent)
  },
  'has nobody who pays': async ({ organization, teammate }) => {
    const platform = await app.given.model({ provider: 'vendor_1' })
    await app.ctx.db.update(aiEmployees).set({ model: platform.id }).where(eq(aiEmployees.id, teammate.id))
    await app.ctx.db.update(organizations).set({ available_tokens: 0 }).where(eq(organizations.id, organization.id))
  },
}

for (const [why, obstruct] of Object.entries(obstacles)) {
  test(`where the teammate ${why} the message is kept, once, and waits for a person`, async () => {
    await using given = await givenWebchat(app)
    await obstruct(given)
    const browser = given.browser()
    expect((await browser.get('/init')).body.data.context.ai_agent_enabled).toBe(false)
    const sent = { client_message_id: newId() }
    const accepted = await browser.sendAndWait('Help', sent)
    expect(accepted).toMatchObject({
      answer: null,
      conversation: { status: 'waiting_for_operator', ai_agent_enabled: false, has_assigned_operator: false },
    })
    expect((await browser.sendAndWait('Help', sent)).message.id).toBe(accepted.message.id)
    expect(await rolesOf(browser)).toMatchObject(waits)
    await browser.sendAndWait('Hello?')
    expect(await rolesOf(browser)).toMatchObject([...waits, { role: 'contact', content: 'Hello?' }])
    const [row, ...more] = await app.ctx.db
      .select()
      .from(conversations)
      .where(eq(conversations.organization_id, given.organization.id))
    expect(more).toEqual([])
    expect(row).toMatchObject({ status: 'waiting_for_operator', unanswered_since: expect.any(Date) })
    expect(await app.ctx.db.select().from(runs).where(eq(runs.employee_id, given.teammate.id))).toEqual([])
  })
}

test('eight messages at once that nobody can answer are kept in one conversation, which waits once', async () => {
  await using given = await givenWebchat(app)
  await obstacles['has no model']?.(given)
  const contact = { external_id: 'u-1' }
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => given.browser().send(`M ${n}`, { contact })))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map(({ body }) => body.data.conversation.id)).size).toBe(1)
  const { data } = (await given.browser().get('/messages?contact_external_id=u-1')).body
  const count = (wanted: string) => data.filter(({ role }: { role: string }) => role === wanted).length
  expect([count('contact'), count('bot'), count('system')]).toEqual([8, 1, 1])
})

test('what a teammate becomes unable to answer while the widget is open is said in the conversation that it has', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  const first = await browser.sendAndWait('Hi')
  const listener = await browser.listen()
  await obstacles['has reached its daily limit']?.(given)
  const accepted = await browser.sendAndWait('Help')
  expect(accepted.conversation.id).toBe(first.conversation.id)
  await expect
    .poll(() => listener.received.findLast(({ name }) => name === 'webchat.conversation_updated')?.payload)
    .toMatchObject({ status: 'waiting_for_operator', ai_agent_enabled: false })
  expect((await rolesOf(browser)).slice(2)).toMatchObject(waits)
})

test('where every model has failed the conversation waits for a person, and the visitor learns no more than the code', async () => {
  await using given = await givenWebchat(app)
  given.vendor.reply(...Array(6).fill({ fault: 'status', status: 400, message: 'The secret inside of a vendor' }))
  const browser = given.browser()
  await browser.call('POST', '/conversations/new', {})
  const listener = await browser.listen()
  await browser.sendAndWait('Help')
  await expect.poll(() => listener.names()).toContain('webchat.conversation_updated')
  const [question, answer, ...rest] = await rolesOf(browser)
  expect([question, ...rest]).toMatchObject(waits)
  expect(answer).toMatchObject({ role: 'ai', status: 'failed', error: null, error_code: 'MODEL_FAILED' })
  expect((await browser.get('/conversations')).body.data).toMatchObject([{ status: 'waiting_for_operator' }])
  expect(JSON.stringify(listener.received)).not.toContain('The secret inside')
})

test('a visitor asks for a person once', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  const { conversation } = await browser.sendAndWait('Hi')
  for (let times = 0; times < 2; times++) {
    const { body } = await browser.call('POST', `/conversations/${conversation.id}/request-operator`, {})
    expect(body.data).toMatchObject({ status: 'waiting_for_operator' })
  }
  const asked = (await rolesOf(browser)).filter(({ role }) => role === 'system')
  expect(asked).toHaveLength(1)
})
