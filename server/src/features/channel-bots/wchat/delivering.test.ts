import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliverDue } from '#features/conversations/deliveries/deliver-message.ts'
import { messageDeliveries, messages } from '#features/conversations/table.ts'
import { createLog } from '#platform/log.ts'
import { startSlackApp } from '#testing/chat-platforms/slack.ts'
import { channelUpdates } from '../table.ts'

const MINUTE_MS = 60_000
const logged: string[] = []
const log = createLog({ level: 'trace', pretty: false }, { write: (line: string) => void logged.push(line) })
const { app, slack, talking } = await startSlackApp({}, log)

async function answering() {
  const here = await talking({ organization: { use_lazy_tools: false }, values: { tools: ['files.create'] } })
  const deliveries = async () => {
    const rows = await app.ctx.db
      .select({ delivery: messageDeliveries, content: messages.content })
      .from(messageDeliveries)
      .innerJoin(messages, eq(messages.id, messageDeliveries.message_id))
      .where(eq(messageDeliveries.organization_id, here.organization.id))
      .orderBy(messageDeliveries.message_id)
    return rows.map(({ delivery: { state, last_error, parts_sent } }) => ({ state, last_error, parts_sent }))
  }
  return {
    ...here,
    deliveries,
    /** Asks in the channel, and is answered with this; the thread in which the answer belongs. */
    async answer(text: string): Promise<string> {
      here.vendor.reply(() => ({ text }))
      const [delivered] = await here.say({ from: here.anna, channel: here.channel, text: `${here.mention} go on` })
      return String(delivered?.envelope?.event.ts)
    },
  }
}

test('a long answer goes out as Markdown in pieces, in its thread and in their order', async () => {
  const here = await answering()
  const rows = Array.from({ length: 900 }, (_, index) => `| ${index} | a cell with some words |`)
  const code = Array.from({ length: 500 }, (_, index) => `console.log(${index}, 'a line of code')`)
  const thread_ts = await here.answer(
    ['# Title', `| n | text |\n|---|---|\n${rows.join('\n')}`, `\`\`\`js\n${code.join('\n')}\n\`\`\``, 'The end.'].join(
      '\n\n',
    ),
  )
  await expect.poll(here.deliveries).toMatchObject([{ state: 'delivered' }])
  const sent = here.sent()
  expect(sent.length).toBeGreaterThan(3)
  for (const { markdown_text = '', ...one } of sent) {
    expect(one).toMatchObject({ thread_ts, channel: here.channel.id })
    expect(markdown_text.length).toBeLessThanOrEqual(11_500)
    expect((markdown_text.match(/^```/gm) ?? []).length % 2).toBe(0)
    if (/^\| \d/m.test(markdown_text)) expect(markdown_text).toContain('| n | text |\n|---|---|')
  }
  const all = sent.map(({ markdown_text }) => markdown_text).join('\n')
  for (const line of [...rows, ...code]) expect(all.split(line)).toHaveLength(2)
  expect(all).toMatch(/^# Title/)
  expect(all).toMatch(/The end\.$/)
})

test('a refused form falls back to plain text, and what is markup there is text', async () => {
  const here = await answering()
  slack.answerNext('chat.postMessage', { error: 'invalid_blocks' })
  await here.answer('See <this> & *that*')
  expect(await here.sentAfter(1)).toMatchObject([{ text: 'See &lt;this&gt; &amp; *that*' }])
  // Of a second table in a message.
  slack.answerNext('chat.postMessage', { error: 'invalid_attachments' })
  await here.answer('Two tables')
  expect((await here.sentAfter(2))[1]).toMatchObject({ text: 'Two tables' })
})

test('what an operator writes goes out as it was typed, into the thread that was answered last', async () => {
  const here = await answering()
  const thread_ts = await here.answer('Hello')
  await here.sentAfter(1)
  await here.allProcessed()
  const [conversation] = await here.conversations()
  const path = `/api/organizations/${here.organization.id}/conversations/${conversation?.id}/messages`
  await here.client.post(path, { content: 'Take 2*3*4 of _these_ & <!channel>' })
  expect((await here.sentAfter(2))[1]).toMatchObject({
    text: 'Take 2*3*4 of _these_ &amp; &lt;!channel&gt;',
    thread_ts,
  })
})

test('a text of which it is unknown whether it arrived is looked for in its thread, and sent again if it is not there', async () => {
  for (const [fault, arrived] of [
    ['drop', 1],
    ['garbage', 1],
    [{ status: 500 }, 0],
    [{ status: 502 }, 0],
    [{ error: 'internal_error' }, 0],
  ] as const) {
    const here = await answering()
    slack.answerNext('chat.postMessage', fault)
    await here.answer('Once')
    const uncertain = { state: 'pending', last_error: expect.stringContaining('not known whether Slack has sent it') }
    await expect.poll(here.deliveries).toMatchObject([uncertain])
    expect(here.sent()).toHaveLength(arrived)
    // Where the bot may not look it stays pending, and says why.
    slack.answerNext('conversations.replies', { status: 503 })
    app.clock.advance(MINUTE_MS)
    await deliverDue(app.ctx)
    await expect.poll(here.deliveries).toMatchObject([{ state: 'pending', last_error: 'Slack is unavailable (503).' }])
    app.clock.advance(MINUTE_MS)
    await deliverDue(app.ctx)
    await expect.poll(here.deliveries).toMatchObject([{ state: 'delivered', last_error: null }])
    expect(here.sent().map(({ markdown_text }) => markdown_text)).toEqual(['Once'])
  }
})

test('the inbox shows that a message is not delivered yet, and then that it is', async () => {
  const here = await answering()
  slack.answerNext('chat.postMessage', { status: 503 })
  await here.answer('Late')
  await expect.poll(async () => (await here.deliveries())[0]?.last_error).toBe('Slack is unavailable (503).')
  app.clock.advance(MINUTE_MS)
  await deliverDue(app.ctx)
  await expect.poll(here.deliveries).toMatchObject([{ state: 'delivered' }])
  const shown = () =>
    app.events
      .find('conversation.message_updated', ({ payload }) => payload.content === 'Late')
      .flatMap(({ payload }) => payload.delivery ?? [])
  await expect.poll(shown).toMatchObject([{ state: 'pending' }, { state: 'delivered' }])
})

test('of a long answer the piece with an unknown outcome is sent once, also in a direct message and as plain text', async () => {
  const here = await answering()
  const long = Array.from({ length: 400 }, (_, n) => `Sentence ${n} of a long answer has these words.`).join(' ')
  for (const form of ['markdown', 'plain'] as const) {
    const before = here.sent().length
    if (form === 'plain') slack.answerNext('chat.postMessage', { error: 'invalid_blocks' }, 'drop')
    else slack.answerNext('chat.postMessage', 'drop')
    here.vendor.reply(() => ({ text: long }))
    await here.say({ from: here.anna, text: 'continue' })
    await expect.poll(async () => (await here.deliveries()).at(-1)?.last_error ?? '').toContain('not known')
    app.clock.advance(MINUTE_MS)
    await deliverDue(app.ctx)
    await expect.poll(async () => (await here.deliveries()).at(-1)?.state).toBe('delivered')
    const texts = here
      .sent()
      .slice(before)
      .map(({ text, markdown_text }) => text ?? markdown_text)
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.join(' ')).toBe(long)
  }
})

test('a file of which it is unknown whether it arrived is shown once', async () => {
  for (const [fault, arrived] of [
    ['drop', 1],
    [{ status: 500 }, 0],
  ] as const) {
    const here = await answering()
    slack.answerNext('files.completeUploadExternal', fault)
    here.vendor.reply(
      { tool_calls: [{ name: 'files__create', input: { name: 'list.csv', content: 'a,b' } }] },
      { text: 'Here it is' },
    )
    await here.say({ from: here.anna, channel: here.channel, text: `${here.mention} a file` })
    await expect.poll(async () => (await here.deliveries())[1]?.last_error ?? '').toContain('not known')
    expect(here.sent()).toHaveLength(1 + arrived)
    app.clock.advance(MINUTE_MS)
    await deliverDue(app.ctx)
    await expect.poll(here.deliveries).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
    expect(here.sent().map(({ file }) => file?.name)).toEqual([undefined, 'list.csv'])
  }
})

test('a file that did not arrive is sent again, also in the thread of an earlier one with its name and size', async () => {
  const here = await answering()
  const file = { name: 'files__create', input: { name: 'list.csv', content: 'a,b' } }
  here.vendor.reply({ tool_calls: [file] }, { text: '' })
  await here.say({ from: here.anna, text: 'a file' })
  const [first] = await here.sentAfter(1)
  if (!first?.file) throw new Error('No file was sent')
  app.clock.advance(10 * MINUTE_MS)
  slack.answerNext('files.completeUploadExternal', { status: 500 })
  here.vendor.reply({ tool_calls: [file] }, { text: '' })
  await here.say({ from: here.anna, text: 'once more', thread_ts: first.ts })
  await expect.poll(async () => (await here.deliveries()).at(-1)?.last_error ?? '').toContain('not known')
  app.clock.advance(MINUTE_MS)
  await deliverDue(app.ctx)
  await expect.poll(async () => (await here.deliveries()).at(-1)?.state).toBe('delivered')
  const files = here.sent().flatMap(({ file, thread_ts }) => (file ? [[file.name, thread_ts]] : []))
  expect(files).toEqual([
    ['list.csv', undefined],
    ['list.csv', first.ts],
  ])
})

test('where the bot may not look for it, a text of unknown outcome fails', async () => {
  const here = await answering()
  here.bot.scopes = here.bot.scopes.filter((scope) => scope !== 'channels:history')
  slack.answerNext('chat.postMessage', 'drop')
  await here.answer('Once')
  await expect.poll(async () => (await here.deliveries())[0]?.last_error ?? '').toContain('not known')
  app.clock.advance(MINUTE_MS)
  await deliverDue(app.ctx)
  await expect
    .poll(here.deliveries)
    .toMatchObject([
      { state: 'failed', last_error: expect.stringContaining('missing_scope (needed: channels:history)') },
    ])
  expect(here.sent()).toHaveLength(1)
})

test('a refusal fails, a limit is waited for, and what certainly was not sent is sent again', async () => {
  for (const [fault, arrived, state] of [
    [{ error: 'channel_not_found' }, 0, 'failed'],
    [{ status: 429, retry_after: 1 }, 1, 'delivered'],
    [{ error: 'ratelimited' }, 0, 'pending'],
  ] as const) {
    const here = await answering()
    slack.answerNext('chat.postMessage', fault)
    await here.answer('Once')
    await expect.poll(async () => (await here.deliveries())[0]).toMatchObject({ state })
    expect(here.sent().length, JSON.stringify(fault)).toBe(arrived)
  }
})

test('a file goes out in three steps into the thread, once, and a step that is repeated shows nothing twice', async () => {
  const here = await answering()
  slack.answerNext('upload', { status: 429, retry_after: 1 })
  here.vendor.reply(
    { tool_calls: [{ name: 'files__create', input: { name: 'list.csv', content: 'a,b' } }] },
    { text: 'Here it is' },
  )
  const [delivered] = await here.say({ from: here.anna, channel: here.channel, text: `${here.mention} a file` })
  const thread_ts = delivered?.envelope?.event.ts
  const sent = await here.sentAfter(2)
  expect(sent).toMatchObject([
    { thread_ts, markdown_text: 'Here it is' },
    { thread_ts, file: { name: 'list.csv', title: 'list.csv', bytes: Buffer.from('a,b') } },
  ])
  await expect.poll(here.deliveries).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
})

test('a scope that is missing and a token that died show at the app', async () => {
  const here = await answering()
  here.bot.scopes = here.bot.scopes.filter((scope) => scope !== 'chat:write')
  await here.answer('Hello')
  await expect
    .poll(here.deliveries)
    .toMatchObject([{ state: 'failed', last_error: 'missing_scope (needed: chat:write)' }])
  expect(await here.show()).toMatchObject({
    status: 'active',
    missing_scopes: ['chat:write'],
    last_error: 'missing_scope (needed: chat:write)',
  })
  here.bot.state = 'revoked'
  await here.answer('Hello again')
  await expect.poll(here.show).toMatchObject({ status: 'invalid', last_error: 'token_revoked' })
})

test('neither the token nor the signing secret of an app is logged, pushed, stored in the open or answered', async () => {
  const here = await answering()
  const answered: unknown[] = [await here.show(), (await here.client.get(`${here.path}/manifest`)).body]
  for (const [n, failure] of (['drop', 'garbage', { error: 'invalid_auth' }, { status: 500 }] as const).entries()) {
    slack.answerNext('auth.test', failure)
    answered.push(await here.connect())
    slack.answerNext('chat.postMessage', failure)
    slack.answerNext('users.info', failure)
    await here.answer('Hello')
    await here.allProcessed()
    await expect.poll(async () => (await here.deliveries()).length).toBe(n + 1)
    await expect
      .poll(async () =>
        (await here.deliveries()).every(({ state, last_error }) => state !== 'pending' || last_error !== null),
      )
      .toBe(true)
    app.clock.advance(MINUTE_MS)
    await deliverDue(app.ctx)
    await expect.poll(async () => (await here.deliveries()).every(({ state }) => state !== 'pending')).toBe(true)
    await here.connect()
  }
  await here.say({ from: here.anna, files: [{ name: 'x.txt', mimetype: 'text/plain', bytes: Buffer.alloc(9) }] })
  await here.allProcessed()
  const stored = await app.ctx.db.select().from(channelUpdates)
  const everything = JSON.stringify([answered, logged, app.events.all(), stored])
  expect(everything).toContain(here.bot.user_id)
  for (const secret of [here.bot.token, here.bot.token.slice(-20), here.bot.signing_secret])
    expect(everything).not.toContain(secret)
})
