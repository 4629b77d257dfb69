import { json } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import * as api from '#features/channel-bots/msgr/msgr-api.ts'
import { loadConfig } from '#platform/config.ts'
import { serve } from '../servers/loopback-server.ts'
import { startTelegramDouble } from './telegram.ts'

const telegram = await startTelegramDouble()
afterAll(telegram.close)
const config = loadConfig(telegram.env)
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A bot whose webhook stores what it is sent, and answers as the test says. */
async function given() {
  const bot = telegram.newBot()
  const received: { secret: unknown; update: unknown }[] = []
  const answer = { status: 200 }
  const webhook = await serve(async (request, response) => {
    received.push({ secret: request.headers['x-telegram-bot-api-secret-token'], update: await json(request) })
    response.writeHead(answer.status).end('{"ok":true}')
  })
  await api.setWebhook(config, bot.token, { url: `${webhook.url}/hook?x=1`, secret_token: 's3cret' })
  const call = async (method: string, body: unknown, init: RequestInit = {}): Promise<unknown> => {
    const response = await fetch(`${telegram.url}/bot${bot.token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...init,
    })
    return response.json()
  }
  const { update } = await telegram.say(bot, { text: 'Hello' })
  const chat_id = String(update.message?.chat.id)
  return { bot, token: bot.token, received, answer, call, chat_id, update, webhook }
}

const refusal = (error_code: number, description: string) => ({ ok: false, error_code, description })

test('a method that does not exist, a token that is none and one that was renewed are distinguished', async () => {
  const { bot, call, token } = await given()
  expect(await call('getUpdates', {})).toEqual(refusal(404, 'Not Found'))
  expect(await call('constructor', {})).toEqual(refusal(404, 'Not Found'))
  const ask = async (one: string) => (await fetch(`${telegram.url}/bot${one}/getMe`, { method: 'POST' })).json()
  expect(await ask('1:short')).toEqual(refusal(404, 'Not Found'))
  expect(await ask(`1:${'x'.repeat(35)}`)).toEqual(refusal(401, 'Unauthorized'))
  const renewed = telegram.renewToken(bot)
  expect(await ask(token)).toEqual(refusal(401, 'Unauthorized'))
  expect(await ask(renewed.token)).toMatchObject({ ok: true, result: { id: bot.id, is_bot: true } })
})

test('texts are taken up to their limits, and nothing beside them that Telegram does not take', async () => {
  const { call, chat_id } = await given()
  const text = async (value: unknown, more = {}) => call('sendMessage', { chat_id, text: value, ...more })
  const rich = async (value: unknown, more = {}) => call('sendRichMessage', { chat_id, rich_message: value, ...more })
  expect(await text('x'.repeat(4096))).toMatchObject({ ok: true, result: { text: 'x'.repeat(4096) } })
  expect(await text('x'.repeat(4097))).toEqual(refusal(400, 'Bad Request: message is too long'))
  expect(await text(' \n')).toEqual(refusal(400, 'Bad Request: message text is empty'))
  expect(await text('\ud83d')).toEqual(refusal(400, 'Bad Request: strings must be encoded in UTF-8'))
  expect(await rich({ markdown: 'x'.repeat(32_768) })).toMatchObject({ ok: true })
  for (const refused of [
    await text('x', { text_mode: 'x' }),
    await rich({ markdown: 'x'.repeat(32_769) }),
    await rich({ markdown: '' }),
    await rich({ markdown: 'x', html: 'x' }),
    await rich({}),
    await rich(undefined),
    await rich({ markdown: 'x', parse_mode: 'HTML' }),
    await rich({ markdown: 'x' }, { parse_mode: 'HTML' }),
    await rich({ markdown: 'x' }, { link_preview_options: {} }),
  ])
    expect(refused).toMatchObject({ ok: false, error_code: 400 })
})

test('a photo is an image of a size and a shape that Telegram takes, a document any file that is not empty', async () => {
  const { token, chat_id } = await given()
  const sent = telegram.sent.length
  const wide = Buffer.from(PNG)
  wide.writeUInt32BE(9_000, 16)
  const photo = (bytes: Buffer) =>
    api.sendPhoto(config, token, { chat_id, name: 'a.png', mime_type: 'image/png', bytes })
  const document = (bytes: Buffer) =>
    api.sendDocument(config, token, { chat_id, name: 'a', mime_type: 'text/plain', bytes })
  const large = Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)])
  expect(await photo(Buffer.from('text'))).toMatchObject({ description: 'Bad Request: IMAGE_PROCESS_FAILED' })
  expect(await photo(wide)).toMatchObject({ description: 'Bad Request: PHOTO_INVALID_DIMENSIONS' })
  expect(await photo(large)).toMatchObject({ outcome: 'refused', status: 400 })
  expect(await document(Buffer.alloc(0))).toMatchObject({ description: 'Bad Request: file must be non-empty' })
  expect(await document(Buffer.alloc(50 * 1024 * 1024 + 1))).toMatchObject({ outcome: 'refused', status: 413 })
  expect(telegram.sent).toHaveLength(sent)
  expect(await photo(PNG)).toMatchObject({ outcome: 'granted' })
  expect(await document(large)).toMatchObject({ outcome: 'granted' })
})

test('a bot writes only where it was spoken to, in topics that there are, and nowhere that it was put out of', async () => {
  const { bot, token, call, chat_id, update } = await given()
  const write = (place: { chat_id: string; message_thread_id?: number }) =>
    api.sendMessage(config, token, { ...place, text: 'Hi' })
  const forum = telegram.newSupergroup('Forum', { isForum: true })
  const place = { chat_id: String(forum.id), message_thread_id: 5 }
  expect(await write(place)).toMatchObject({ description: 'Bad Request: chat not found' })
  await telegram.say(bot, { chat: forum, text: 'Hello' })
  expect(await write(place)).toMatchObject({ description: 'Bad Request: message thread not found' })
  await telegram.say(bot, { chat: forum, topic: { id: 5, name: 'Orders' }, text: 'Hello' })
  expect(await write(place)).toMatchObject({ outcome: 'granted' })
  const reply = (message_id: number) => call('sendMessage', { chat_id, text: 'Hi', reply_parameters: { message_id } })
  expect(await reply(update.message?.message_id ?? 0)).toMatchObject({ ok: true })
  expect(await reply(999)).toEqual(refusal(400, 'Bad Request: message to be replied not found'))
  await telegram.say(bot, { member: 'kicked' })
  expect(await write({ chat_id })).toMatchObject({ description: 'Forbidden: bot was blocked by the user' })
  await telegram.say(bot, { member: 'member' })
  expect(await write({ chat_id })).toMatchObject({ outcome: 'granted' })
})

test('a webhook is sent updates in order, with its secret, until it accepts them', async () => {
  const { bot, token, received, answer, webhook } = await given()
  answer.status = 500
  const failed = await telegram.say(bot, { text: 'One' })
  expect(failed).toMatchObject({ status: 500, body: { ok: true } })
  expect(await api.getWebhookInfo(config, token)).toMatchObject({
    value: { pending_update_count: 1, last_error_message: expect.stringContaining('500') },
  })
  answer.status = 200
  expect(await telegram.redeliver(failed.update)).toMatchObject({ status: 200 })
  expect(await api.getWebhookInfo(config, token)).toMatchObject({ value: { pending_update_count: 0 } })
  const next = await telegram.say(bot, { text: 'Two' })
  expect(next.update.update_id).toBe(failed.update.update_id + 1)
  expect(received.slice(1)).toEqual([failed, failed, next].map(({ update }) => ({ secret: 's3cret', update })))
  // Edits are not among what our client asks for.
  const edited = await telegram.say(bot, { text: 'Too', edits: next.update.message?.message_id ?? 0 })
  expect(edited).toMatchObject({ status: null, update: { edited_message: { text: 'Too' } } })

  webhook.server.closeAllConnections()
  webhook.server.close()
  expect(await telegram.say(bot, { text: 'Three' })).toMatchObject({ status: null })
  await api.deleteWebhook(config, token)
  expect(await telegram.say(bot, { text: 'Four' })).toMatchObject({ status: null })
  expect(await api.getWebhookInfo(config, token)).toMatchObject({ value: { url: '', pending_update_count: 2 } })
})

test('a webhook that was set with another address is reached where the test has it', async () => {
  await using other = await startTelegramDouble()
  const bot = other.newBot()
  const webhook = await serve((request, response) => response.end(JSON.stringify({ at: request.url })))
  const url = 'https://alongside.example/hook?x=1'
  await api.setWebhook(loadConfig(other.env), bot.token, { url, secret_token: 's' })
  other.reach(webhook.url)
  expect(await other.say(bot, { text: 'Hello' })).toMatchObject({ status: 200, body: { at: '/hook?x=1' } })
})

test('mentions and commands are marked where they are, and a reply carries what it answers', async () => {
  const { bot, token, chat_id, update } = await given()
  const text = `👍 @${bot.username} /go@${bot.username}`
  const length = bot.username.length + 1
  const { message_id = 0 } = update.message ?? {}
  const delivered = await telegram.say(bot, { text, reply_to: message_id, quote: 'ello' })
  expect(delivered.update.message).toMatchObject({
    entities: [
      { type: 'mention', offset: 3, length },
      { type: 'bot_command', offset: 4 + length, length: length + 3 },
    ],
    reply_to_message: { message_id, text: 'Hello', from: { is_bot: false } },
    quote: { text: 'ello', position: 1 },
  })
  expect(delivered.update.message).not.toHaveProperty('message_thread_id')
  const answer = await api.sendMessage(config, token, { chat_id, text: 'Hi' })
  const ours = answer.outcome === 'granted' ? answer.value.message_id : 0
  const { update: reply } = await telegram.say(bot, { text: 'Thanks', reply_to: ours })
  expect(reply.message?.reply_to_message).toMatchObject({ message_id: ours, text: 'Hi', from: { id: bot.id } })
})

test('a topic says that it is one; an answer in an ordinary supergroup has a thread and is none', async () => {
  const { bot } = await given()
  const forum = telegram.newSupergroup('Forum', { isForum: true })
  const topic = { id: 9, name: 'Orders' }
  const { update } = await telegram.say(bot, { chat: forum, topic, text: 'Hello' })
  expect(update.message).toMatchObject({
    chat: { type: 'supergroup', is_forum: true },
    message_thread_id: 9,
    is_topic_message: true,
    reply_to_message: { message_id: 9, forum_topic_created: { name: 'Orders' } },
  })
  const ordinary = telegram.newSupergroup()
  const first = (await telegram.say(bot, { chat: ordinary, text: 'One' })).update.message?.message_id ?? 0
  const second = (await telegram.say(bot, { chat: ordinary, text: 'Two', reply_to: first })).update.message
  const third = await telegram.say(bot, { chat: ordinary, text: 'Three', reply_to: second?.message_id ?? 0 })
  for (const message of [second, third.update.message]) {
    expect(message).toMatchObject({ message_thread_id: first })
    expect(message).not.toHaveProperty('is_topic_message')
  }
  expect(third.update.message?.reply_to_message).not.toHaveProperty('reply_to_message')
})

test('what is sent with a message can be fetched by its bot alone, unless it is too big', async () => {
  const { bot, token } = await given()
  const bytes = Buffer.from('the bytes')
  const fetched = async (file_id = '', by = token) => {
    const found = await api.getFile(config, by, file_id)
    return found.outcome === 'granted' ? api.downloadFile(config, by, found.value.file_path, 1000) : found
  }
  for (const kind of ['document', 'audio', 'voice', 'video', 'video_note', 'animation', 'sticker'] as const) {
    const { update } = await telegram.say(bot, { [kind]: { bytes }, media_group_id: 'm' })
    expect(update.message).toMatchObject({ media_group_id: 'm', [kind]: { file_size: bytes.length } })
    expect(await fetched(update.message?.[kind]?.file_id), kind).toEqual({ outcome: 'granted', value: bytes })
    if (kind === 'animation') expect(update.message?.document).toEqual(update.message?.animation)
  }
  const { update } = await telegram.say(bot, { photo: { bytes }, caption: 'Look' })
  expect(update.message).toMatchObject({ caption: 'Look' })
  const largest = update.message?.photo?.at(-1)?.file_id
  expect(await fetched(largest)).toEqual({ outcome: 'granted', value: bytes })
  expect(await fetched(largest, telegram.newBot().token)).toMatchObject({ outcome: 'refused', status: 400 })

  const big = await telegram.say(bot, { document: { bytes, name: 'a.bin', size: 20 * 1024 * 1024 + 1 } })
  expect(await fetched(big.update.message?.document?.file_id)).toMatchObject({
    description: 'Bad Request: file is too big',
  })
})

test('what the bot became in a chat is sent as such', async () => {
  const { bot } = await given()
  const group = telegram.newGroup('Circle')
  const become = async (member: 'member' | 'kicked') =>
    (await telegram.say(bot, { chat: group, member })).update.my_chat_member
  const user = { id: bot.id, is_bot: true }
  expect(await become('member')).toMatchObject({
    chat: { title: 'Circle' },
    old_chat_member: { user, status: 'left' },
    new_chat_member: { user, status: 'member' },
  })
  expect(await become('kicked')).toMatchObject({
    old_chat_member: { status: 'member' },
    new_chat_member: { status: 'kicked', until_date: 0 },
  })
  expect(await become('member')).toMatchObject({ old_chat_member: { status: 'kicked' } })
})

test('what a test holds up is done only once it is let go', async () => {
  const { token, chat_id } = await given()
  const held = Promise.withResolvers<void>()
  const before = telegram.sent.length
  telegram.hold(held.promise)
  const sending = api.sendMessage(config, token, { chat_id, text: 'Hi' })
  await expect.poll(() => telegram.calls.at(-1)).toBe('sendMessage')
  expect(telegram.sent).toHaveLength(before)
  held.resolve()
  expect(await sending).toMatchObject({ outcome: 'granted' })
  telegram.answerNext('send', { status: 403 }, 'drop')
  expect(await api.sendChatAction(config, token, { chat_id })).toMatchObject({ outcome: 'granted' })
  expect(await api.sendMessage(config, token, { chat_id, text: 'Hi' })).toMatchObject({
    outcome: 'refused',
    status: 403,
  })
  expect(
    await api.sendRichMessage(config, token, { chat_id, markdown: 'Hi', skip_entity_detection: false }),
  ).toMatchObject({ outcome: 'unknown' })
  expect(telegram.sent).toHaveLength(before + 2)
})
