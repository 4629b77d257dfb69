import { expect, test } from 'vitest'
import { deliverDue } from '#features/conversations/deliveries/deliver-message.ts'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'

const { app, telegram, talking } = await startTelegramApp()

/** A conversation whose first answer ended in this way; `shown` is the inbox. */
async function answered(fault: Parameters<typeof telegram.answerNext>[1], text = 'Your order is on its way.') {
  const here = await talking()
  telegram.answerNext('sendRichMessage', fault)
  here.vendor.reply(() => ({ text }))
  await telegram.say(here.bot, { text: 'Where is it?' })
  await expect.poll(async () => (await here.conversations()).length).toBe(1)
  const [conversation] = await here.conversations()
  const path = `/api/organizations/${here.organization.id}/conversations/${conversation?.id}`
  const shown = async () => {
    const { data } = (await here.client.get(`${path}/messages`)).body
    return data.find(({ role }: { role: string }) => role === 'ai')
  }
  const resend = async (client = here.client) => client.post(`${path}/messages/${(await shown()).id}/resend`)
  const texts = () => here.sent().map(({ text }) => text)
  return { ...here, at: path, shown, resend, texts, text }
}

test('a person sends a message again of which the platform did not say whether it arrived', async () => {
  const here = await answered('drop')
  await expect.poll(here.shown).toMatchObject({ delivery: { state: 'failed', may_have_arrived: true } })
  const { status, body } = await here.resend()
  expect({ status, body }).toMatchObject({ status: 200, body: { delivery: { state: 'pending', last_error: null } } })
  await expect.poll(here.shown).toMatchObject({ delivery: { state: 'delivered', may_have_arrived: false } })
  expect(here.texts()).toEqual([here.text, here.text])
  expect(await here.resend()).toMatchObject({ status: 409, body: { code: 'DELIVERY_NOT_FAILED' } })
  expect(here.texts()).toHaveLength(2)
})

test('what a platform refused is known not to have arrived, and those who watch see that it is sent again', async () => {
  const here = await answered({ status: 403 })
  await expect.poll(here.shown).toMatchObject({ delivery: { state: 'failed', may_have_arrived: false } })
  const { id } = await here.shown()
  const states = () =>
    app.events
      .find('conversation.message_updated', ({ payload }) => payload.id === id)
      .map(({ payload }) => (payload.delivery as { state: string; last_error: string | null } | undefined) ?? null)
  telegram.answerNext('sendRichMessage', { status: 503 })
  expect((await here.resend()).status).toBe(200)
  await expect.poll(states).toContainEqual(expect.objectContaining({ state: 'pending', last_error: null }))
  await expect
    .poll(states)
    .toContainEqual(expect.objectContaining({ state: 'pending', last_error: expect.stringContaining('503') }))
  app.clock.advance(60_000)
  await deliverDue(app.ctx)
  await expect.poll(states).toContainEqual(expect.objectContaining({ state: 'delivered' }))
  expect(here.texts()).toEqual([here.text])
})

test('of a long message only what has not certainly arrived is sent again', async () => {
  const long = Array.from({ length: 1800 }, (_, n) => `This is sentence ${n}.`).join(' ')
  const here = await talking()
  here.vendor.reply(() => ({ text: long }))
  telegram.answerNext('sendMessage', { status: 429, retry_after: 1 })
  telegram.answerNext('sendMessage', 'drop')
  await telegram.say(here.bot, { text: 'All of it' })
  await expect.poll(async () => (await here.messages()).length).toBe(2)
  const [conversation] = await here.conversations()
  const answer = (await here.messages()).find(({ role }) => role === 'ai')
  const path = `/api/organizations/${here.organization.id}/conversations/${conversation?.id}/messages`
  const state = async () => (await here.client.get(path)).body.data.find(({ id }: { id: string }) => id === answer?.id)
  await expect.poll(state).toMatchObject({ delivery: { state: 'failed', may_have_arrived: true } })
  const before = here.sent().map(({ text }) => text)
  expect((await here.client.post(`${path}/${answer?.id}/resend`)).status).toBe(200)
  await expect.poll(state).toMatchObject({ delivery: { state: 'delivered' } })
  const all = here.sent().map(({ text }) => text)
  expect(all.slice(0, before.length)).toEqual(before)
  expect(all.filter((text) => text === before.at(-1))).toHaveLength(2)
  expect([...new Set(all)].join(' ')).toBe(long)
})

test('a file that failed is complete again while it is sent again', async () => {
  const here = await talking({ organization: { use_lazy_tools: false }, values: { tools: ['files.create'] } })
  here.vendor.reply(
    { tool_calls: [{ name: 'files__create', input: { name: 'list.csv', content: 'a,b' } }] },
    { text: '' },
  )
  telegram.answerNext('sendDocument', { status: 500 })
  await telegram.say(here.bot, { text: 'A list' })
  const answer = async () => (await here.messages()).find(({ role }) => role === 'ai')
  await expect.poll(answer).toMatchObject({ status: 'failed' })
  const [conversation] = await here.conversations()
  const path = `/api/organizations/${here.organization.id}/conversations/${conversation?.id}/messages`
  const { status, body } = await here.client.post(`${path}/${(await answer())?.id}/resend`)
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'completed', error: null } })
  expect(await here.sentAfter(1)).toMatchObject([{ method: 'sendDocument', file: { name: 'list.csv' } }])
  expect(await answer()).toMatchObject({ status: 'completed', error: null })
})

test('a conversation that a colleague has is theirs, and one that a person does not see is not found', async () => {
  const here = await answered({ status: 403 })
  await expect.poll(here.shown).toMatchObject({ delivery: { state: 'failed' } })
  const theirs = await app.as(here.owner)
  expect((await theirs.post(`${here.at}/assign`)).status).toBe(200)
  expect(await here.resend()).toMatchObject({ status: 409, body: { code: 'ASSIGNED_TO_ANOTHER' } })
  expect(await here.resend(await app.as(here.member))).toMatchObject({ status: 404 })
  expect((await here.resend(theirs)).status).toBe(200)
  expect(await here.sentAfter(1)).toMatchObject([{ text: here.text }])
})
