import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contactChannels } from '#features/contacts/table.ts'
import { deliverDue } from '#features/conversations/deliveries/deliver-message.ts'
import { spreadFiles } from '#features/conversations/files/spread-files.ts'
import { attachments, messageDeliveries, messages } from '#features/conversations/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'

const { app, telegram, talking } = await startTelegramApp()

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

async function answering() {
  const here = await talking({ organization: { use_lazy_tools: false }, values: { tools: ['files.create'] } })
  const deliveries = async () => {
    const rows = await app.ctx.db
      .select({ delivery: messageDeliveries, content: messages.content })
      .from(messageDeliveries)
      .innerJoin(messages, eq(messages.id, messageDeliveries.message_id))
      .where(eq(messageDeliveries.organization_id, here.organization.id))
      .orderBy(messageDeliveries.message_id)
    return rows.map(({ delivery: { state, last_error, parts_sent }, content }) => ({
      state,
      last_error,
      parts_sent,
      content,
    }))
  }
  return {
    ...here,
    deliveries,
    /** Asks, and is answered with this. */
    async answer(text: string) {
      here.vendor.reply(() => ({ text }))
      await telegram.say(here.bot, { text: 'Go on' })
    },
  }
}

test('an answer goes out as rich Markdown, whole', async () => {
  const here = await answering()
  const text = `# Title\n\n${'A line with **bold** words.\n'.repeat(400)}The end.`
  await here.answer(text)
  const markdown = text.replaceAll('words.\n', 'words.  \n')
  expect(await here.sentAfter(1)).toMatchObject([{ method: 'sendRichMessage', text: markdown }])
  await expect.poll(here.deliveries).toMatchObject([{ state: 'delivered', parts_sent: 4 }])
})

test('customers read the title of a file, and not where in it an answer was found', async () => {
  const here = await answering()
  await here.answer('You have 30 days (`Help/return-policy.md:1-3`).')
  expect(await here.sentAfter(1)).toMatchObject([{ text: 'You have 30 days (return policy).' }])
})

test('what is too long for that goes out plain, in pieces', async () => {
  const here = await answering()
  await here.answer('A sentence of some words. '.repeat(1500))
  await expect.poll(async () => (await here.deliveries())[0]?.state).toBe('delivered')
  const sent = here.sent()
  expect(sent.length).toBe(10)
  expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['sendMessage']))
  expect(sent.map(({ text }) => text?.length ?? 0).every((length) => length <= 4096)).toBe(true)
  expect(sent.map(({ text }) => text).join(' ')).toBe('A sentence of some words. '.repeat(1500).trim())
})

test('a refused form falls back to plain text', async () => {
  const here = await answering()
  telegram.answerNext('sendRichMessage', { status: 400, description: "Bad Request: can't parse entities: ..." })
  await here.answer('<b>odd')
  expect(await here.sentAfter(1)).toMatchObject([{ method: 'sendMessage', text: '<b>odd', has_preview: false }])
  await expect.poll(here.deliveries).toMatchObject([{ state: 'delivered' }])
})

test('an address that only looks like one costs an answer its links and not its form', async () => {
  const here = await answering()
  telegram.answerNext('sendRichMessage', { status: 400, description: 'Bad Request: RICH_MESSAGE_EMAIL_INVALID' })
  await here.answer('Write to **anna@x**')
  expect(await here.sentAfter(1)).toMatchObject([{ method: 'sendRichMessage', text: 'Write to **anna@x**' }])
})

test('what is delivered already is not delivered again by an attempt that was not notified of it', async () => {
  const here = await answering()
  const forget = async (content: string) => {
    await expect.poll(here.deliveries).toContainEqual(expect.objectContaining({ state: 'delivered', content }))
    const sent = here.sent().length
    const [said] = (await here.messages()).filter((one) => one.role === 'ai' && one.content === content)
    await app.ctx.db
      .update(messageDeliveries)
      .set({ state: 'pending', next_attempt_at: app.ctx.now(), delivered_at: null })
      .where(eq(messageDeliveries.message_id, said?.id ?? ''))
    await deliverDue(app.ctx)
    await expect.poll(here.deliveries).toContainEqual(expect.objectContaining({ state: 'delivered', content }))
    expect(here.sent()).toHaveLength(sent)
  }
  const long = `# Title\n\n${'Many words in a row. '.repeat(600)}The end.`
  await here.answer(long)
  await forget(long)
  here.vendor.reply(
    { tool_calls: [{ name: 'files__create', input: { name: 'list.csv', content: 'a,b' } }] },
    { text: '' },
  )
  await telegram.say(here.bot, { text: 'A file' })
  await here.sentAfter(2)
  await forget('')
})

test('what an operator writes goes out as it was typed', async () => {
  const here = await answering()
  await here.answer('Hello')
  await here.sentAfter(1)
  const [conversation] = await here.conversations()
  const path = `/api/organizations/${here.organization.id}/conversations/${conversation?.id}/messages`
  await here.client.post(path, { content: 'Take 2*3*4 of _these_' })
  expect((await here.sentAfter(2))[1]).toMatchObject({
    method: 'sendMessage',
    text: 'Take 2*3*4 of _these_',
    has_preview: true,
  })
})

test('of what may have arrived nothing is sent again', async () => {
  for (const [fault, arrived] of [
    ['drop', 1],
    [{ status: 500 }, 0],
    ['garbage', 1],
  ] as const) {
    const here = await answering()
    telegram.answerNext('sendRichMessage', fault)
    await here.answer('Once')
    await expect.poll(async () => (await here.deliveries())[0]?.state).toBe('failed')
    expect((await here.deliveries())[0]?.last_error).toContain('It is not known whether')
    app.clock.advance(60_000)
    await here.answer('And then')
    await expect.poll(async () => (await here.deliveries())[1]?.state).toBe('delivered')
    expect(here.sent().filter(({ text }) => text === 'Once')).toHaveLength(arrived)
  }
})

test('a bot that is asked to wait waits, and continues with the piece that was refused', async () => {
  const here = await answering()
  telegram.answerNext('sendRichMessage', { status: 429, retry_after: 1 })
  await here.answer('Patience')
  expect(await here.sentAfter(1)).toMatchObject([{ method: 'sendRichMessage', text: 'Patience' }])

  telegram.answerNext('sendRichMessage', { status: 400 })
  const long = 'Many words in a row. '.repeat(600)
  telegram.answerNext('sendMessage', { status: 429, retry_after: 1 })
  await here.answer(long)
  await expect.poll(async () => (await here.deliveries())[1]?.state).toBe('delivered')
  const pieces = here.sent().slice(1)
  expect(pieces.map(({ text }) => text).join(' ')).toBe(long.trim())

  telegram.answerNext('sendRichMessage', { status: 429, retry_after: 3600 })
  await here.answer('Later')
  await expect.poll(async () => (await here.deliveries())[2]?.last_error).toContain('3600 s')
  expect((await here.deliveries())[2]?.state).toBe('pending')
})

test('where the bot was blocked nothing is tried again', async () => {
  const here = await answering()
  telegram.answerNext('sendRichMessage', { status: 403 })
  await here.answer('Hello?')
  await expect
    .poll(async () => (await here.deliveries())[0])
    .toMatchObject({
      state: 'failed',
      last_error: 'Forbidden: bot was blocked by the user',
    })
  expect(await here.show()).toMatchObject({ status: 'active' })
  expect(here.sent()).toEqual([])
})

test('a token that died meanwhile shows at the bot', async () => {
  const here = await answering()
  telegram.answerNext('sendRichMessage', { status: 401 })
  await here.answer('Hello?')
  await expect.poll(async () => (await here.show()).status).toBe('invalid')
  await expect.poll(here.deliveries).toMatchObject([{ state: 'failed' }])
})

test('an attempt that ended in the middle of a request is not made again', async () => {
  const here = await answering()
  await here.answer('First')
  await here.sentAfter(1)
  const [delivered] = await here.messages().then((all) => all.filter(({ role }) => role === 'ai'))
  // That it was delivered is recorded after the platform has it.
  await expect.poll(here.deliveries).toMatchObject([{ state: 'delivered' }])
  await app.ctx.db
    .update(messageDeliveries)
    .set({ state: 'pending', parts_sent: 0, part_begun: true, next_attempt_at: app.ctx.now(), delivered_at: null })
    .where(and(eq(messageDeliveries.message_id, delivered?.id ?? '')))
  await expect.poll(async () => (await here.deliveries())[0]?.state, { timeout: 12_000 }).toBe('failed')
  expect(here.sent()).toHaveLength(1)
})

test('a picture goes out as one, and a file without words alone', async () => {
  const here = await answering()
  here.vendor.reply(
    {
      tool_calls: [{ name: 'files__create', input: { name: 'cover.png', encoding: 'base64', content: PNG } }],
    },
    { text: '' },
  )
  await telegram.say(here.bot, { text: 'Draw' })
  expect(await here.sentAfter(1)).toMatchObject([{ method: 'sendPhoto', file: { name: 'cover.png' } }])
  await expect.poll(here.deliveries).toMatchObject([{ state: 'delivered', content: '' }])
})

test('each file of an answer is a message of its own, and one that fails takes nothing with it', async () => {
  const here = await answering()
  const drawn = { name: 'cover.png', encoding: 'base64', content: PNG }
  const made = [drawn, { name: 'list.csv', content: 'a,b' }]
  here.vendor.reply(...made.map((input) => ({ tool_calls: [{ name: 'files__create', input }] })), {
    text: 'Both of them',
  })
  telegram.answerNext('sendPhoto', { status: 403, description: 'Forbidden: not enough rights to send photos' })
  await telegram.say(here.bot, { text: 'Draw' })
  await expect
    .poll(async () => (await here.deliveries()).map(({ state }) => state))
    .toEqual(['delivered', 'failed', 'delivered'])
  expect(here.sent()).toMatchObject([
    { method: 'sendRichMessage', text: 'Both of them' },
    { method: 'sendDocument', file: { name: 'list.csv', mime_type: 'text/csv', size: 3 } },
  ])
  const said = (await here.messages()).filter(({ role }) => role === 'ai')
  expect(said).toMatchObject([
    { content: 'Both of them', status: 'completed' },
    { content: '', status: 'failed', error: 'Forbidden: not enough rights to send photos' },
    { content: '', status: 'completed' },
  ])
  const files = await app.ctx.db.select().from(attachments).where(eq(attachments.organization_id, here.organization.id))
  expect(files.map(({ message_id }) => message_id).toSorted()).toEqual(
    said
      .slice(1)
      .map(({ id }) => id)
      .toSorted(),
  )
})

test('an attempt that was away while another one gave each file its message gives them none more', async () => {
  const here = await answering()
  const drawn = ['a.csv', 'b.csv'].map((name) => ({ name: 'files__create', input: { name, content: 'a,b' } }))
  here.vendor.reply({ tool_calls: drawn }, { text: 'Both of them' })
  await telegram.say(here.bot, { text: 'Draw' })
  await expect.poll(async () => (await here.deliveries()).map(({ state }) => state)).toHaveLength(3)
  await here.sentAfter(3)
  const before = await here.messages()
  const message = before.find(({ content }) => content === 'Both of them')
  const [contact_channel] = await app.ctx.db
    .select()
    .from(contactChannels)
    .where(eq(contactChannels.organization_id, here.organization.id))
  if (!message || !contact_channel) throw new Error('Nothing was delivered')
  await app.ctx.db
    .update(messageDeliveries)
    .set({ state: 'pending' })
    .where(eq(messageDeliveries.message_id, message.id))
  const { organization, teammate } = here
  await spreadFiles(extendContext(app.ctx, { organization }), { message, teammate, contact_channel })
  expect(await here.messages()).toHaveLength(before.length)
})
