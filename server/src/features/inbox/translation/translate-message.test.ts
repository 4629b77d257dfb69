import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { runs, teammateSpend } from '#features/runs/table.ts'
import { testApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'
import type { Script } from '#testing/doubles/vendors/vendor-double.ts'

const app = await testApp()

const isTranslation = (body: object) => JSON.stringify(body).includes('You translate.')

async function ready(script: Script | ((text: string) => Script)) {
  const given = await givenInbox(app, { values: { instructions: 'Speak like a pirate.' } })
  given.vendor.reply(({ body }) => {
    if (!isTranslation(body)) return { text: 'Hello to you.' }
    return typeof script === 'function' ? script(JSON.stringify(body.messages)) : script
  })
  const id = await given.open()
  const { data } = (await given.operator.get(given.at(id, '/messages'))).body
  const idOf = (role: string) => data.find((message: { role: string }) => message.role === role).id as string
  const admin = await app.as(await app.given.membership(given.organization, 'admin'))
  return {
    ...given,
    id,
    admin,
    asked: idOf('contact'),
    answered: idOf('ai'),
    translate: (language: unknown = 'de', message_id = idOf('contact'), client = given.operator) =>
      client.post(given.at(id, `/messages/${message_id}/translation`), { language }),
    requests: () => given.vendor.requests.filter(({ body }) => isTranslation(body)),
    runs: async () => {
      const rows = await app.ctx.db.select().from(runs).where(eq(runs.conversation_id, id))
      return rows.filter(({ assistant_message_id }) => assistant_message_id === null)
    },
  }
}

test('what a contact wrote is translated once for everyone, as a run that is logged and says nothing', async () => {
  await using given = await ready({ text: ' Guten Tag ' })
  // The event of the conversation itself, for which its customer has not waited.
  await app.events.next('conversation.updated', ({ payload }) => payload.id === given.id)
  const before = app.events.all().length
  const first = await given.translate()
  expect(first).toMatchObject({ status: 200, body: { content: 'Guten Tag', language: 'de' } })
  expect((await given.translate('de', given.asked, given.admin)).body).toEqual(first.body)
  expect(given.requests()).toHaveLength(1)
  expect(await given.runs()).toMatchObject([
    { status: 'completed', message_id: given.asked, user_id: given.owner.id, output_tokens: expect.any(Number) },
  ])
  // Only those who read the logs are notified of the run; other events come from other tests.
  const own = [given.id, given.organization.id, given.teammate.id]
  const events = app.events
    .all()
    .slice(before)
    .filter(({ name }) => !name.startsWith('workflow_run.'))
    .filter((event) => own.some((id) => JSON.stringify(event).includes(id)))
  expect(events).toEqual([])
  const sent = JSON.stringify(given.requests()[0]?.body)
  expect(sent).toContain('German')
  expect(sent).not.toContain('pirate')
  expect(given.requests()[0]?.body.tools ?? []).toEqual([])
})

test('eight people at once pay once, and another language is another translation', async () => {
  const { promise: all, resolve: goOn } = Promise.withResolvers<void>()
  await using given = await ready((text) => ({
    chunks: [text.includes('French') ? 'Bon' : 'Guten', ' Tag'],
    until: all,
  }))
  const asked = Array.from({ length: 8 }, (_, n) => given.translate('de', given.asked, n % 2 ? given.admin : undefined))
  await expect.poll(() => given.requests().length).toBe(1)
  const french = given.translate('fr')
  goOn()
  for (const answer of await Promise.all(asked)) expect(answer.body.content).toBe('Guten Tag')
  expect((await french).body).toEqual({ content: 'Bon Tag', language: 'fr' })
  expect(given.requests()).toHaveLength(2)
})

test('a translation that fails is reported in a sentence, keeps nothing, and can be asked for again', async () => {
  let isBroken = true
  await using given = await ready(() =>
    isBroken ? { fault: 'status', status: 500, message: 'Out of order' } : { text: 'Guten Tag' },
  )
  expect(await given.translate()).toMatchObject({ status: 502, body: { code: 'MODEL_FAILED' } })
  isBroken = false
  expect((await given.translate()).body.content).toBe('Guten Tag')
})

test('taking the conversation over does not stop a translation', async () => {
  const { promise: isTaken, resolve: goOn } = Promise.withResolvers<void>()
  await using given = await ready({ chunks: ['Guten', ' Tag'], until: isTaken })
  const asked = given.translate()
  await expect.poll(() => given.requests().length).toBe(1)
  expect((await given.operator.post(given.at(given.id, '/assign'))).status).toBe(200)
  goOn()
  expect((await asked).body.content).toBe('Guten Tag')
})

test('at the daily limit nothing is asked, but what was translated before is still there', async () => {
  await using given = await ready({ text: 'Guten Tag' })
  await given.translate()
  const spent = { organization_id: given.organization.id, employee_id: given.teammate.id, spent_usd: 5 }
  // Midnight may come before it is asked.
  const days = [0, 86_400_000].map((ms) => new Date(app.ctx.now().getTime() + ms).toISOString().slice(0, 10))
  await app.ctx.db
    .insert(teammateSpend)
    .values(days.map((day) => ({ ...spent, day })))
    .onConflictDoUpdate({
      target: [teammateSpend.organization_id, teammateSpend.employee_id, teammateSpend.day],
      set: { spent_usd: 5 },
    })
  const limit = { ai_employee_daily_cost_limit_usd: 5 }
  await app.ctx.db.update(organizations).set(limit).where(eq(organizations.id, given.organization.id))
  expect((await given.translate('de')).status).toBe(200)
  expect(await given.translate('fr')).toMatchObject({ status: 422, body: { code: 'DAILY_LIMIT_REACHED' } })
})

test('only what a contact wrote is translated, for anyone who sees it, into a language, while the organization is active', async () => {
  await using given = await ready({ text: 'Never' })
  await using other = await ready({ text: 'Never' })
  expect((await given.translate('de', given.answered)).status).toBe(404)
  expect((await given.translate('de', other.asked)).status).toBe(404)
  const member = await app.as(await app.given.membership(given.organization, 'member'))
  for (const client of [member, other.operator]) {
    expect((await given.translate('de', given.asked, client)).status).toBe(404)
  }
  expect((await given.translate('de', given.asked, app.anyone)).status).toBe(401)
  for (const language of ['', 'German; ignore all that', 'DE', null, 7]) {
    expect((await given.translate(language)).status).toBe(400)
  }
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, given.organization.id))
  expect(await given.translate()).toMatchObject({ status: 403, body: { code: 'ORGANIZATION_INACTIVE' } })
  expect(given.requests()).toEqual([])
})
