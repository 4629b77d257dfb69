import { createServer } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '#platform/config.ts'
import { startTelegramDouble } from '#testing/doubles/telegram.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import {
  deleteWebhook,
  downloadFile,
  getFile,
  getMe,
  getWebhookInfo,
  sendChatAction,
  sendDocument,
  sendMessage,
  sendPhoto,
  sendRichMessage,
  setWebhook,
} from './msgr-api.ts'
import type { MsgrAnswer } from './msgr-call.ts'
import { isSyntaxRefusal, isUnauthorized } from './msgr-refusals.ts'

const telegram = await startTelegramDouble()
afterAll(telegram.close)
const config = loadConfig(telegram.env)
const at = (url: string) => loadConfig({ MSGR_API_URL: url })
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A bot to whom Anna has written. */
async function given() {
  const bot = telegram.newBot({ name: 'Corner Books' })
  const { update } = await telegram.say(bot, { text: 'Hello' })
  const chat_id = String(update.message?.chat.id)
  return {
    bot,
    token: bot.token,
    chat_id,
    asked: update.message?.message_id,
    say: (signal?: AbortSignal) => sendMessage(config, bot.token, { chat_id, text: 'Hi' }, signal),
    sent: () => telegram.sent.filter((one) => one.bot === bot.id),
  }
}

test('a bot is known by its token, and a token that is none is dead like one that was taken back', async () => {
  const { bot, token } = await given()
  expect(await getMe(config, token)).toEqual({
    outcome: 'granted',
    value: { id: bot.id, username: bot.username, first_name: 'Corner Books', can_read_all_group_messages: false },
  })
  telegram.renewToken(bot)
  for (const dead of [token, '1:short', 'x', '../..']) {
    expect(isUnauthorized(await getMe(config, dead)), dead).toBe(true)
  }
})

test('a webhook is set with its secret for messages and memberships, looked at, and taken away', async () => {
  const { bot, token } = await given()
  const secret_token = 'a-secret_1'
  expect(await setWebhook(config, token, { url: 'https://x.example/hook', secret_token })).toEqual({
    outcome: 'granted',
    value: true,
  })
  const allowed_updates = ['message', 'my_chat_member']
  expect(telegram.webhookOf(bot)).toMatchObject({ secret_token, allowed_updates, max_connections: 40 })
  expect(await getWebhookInfo(config, token)).toEqual({
    outcome: 'granted',
    value: { url: 'https://x.example/hook', pending_update_count: 1 },
  })
  expect(await setWebhook(config, token, { url: 'http://x.example/hook', secret_token })).toMatchObject({
    outcome: 'refused',
    status: 400,
    description: 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook',
  })
  expect(await deleteWebhook(config, token)).toEqual({ outcome: 'granted', value: true })
  expect(await getWebhookInfo(config, token)).toMatchObject({ value: { url: '', pending_update_count: 1 } })
})

test('texts, rich ones and files arrive as they were given, in their topic and as an answer', async () => {
  const { bot, token, sent } = await given()
  const topic = { id: 77, name: 'Orders' }
  const chat = telegram.newSupergroup('Shop', { isForum: true })
  const { update } = await telegram.say(bot, { chat, topic, text: 'Hello' })
  const place = { chat_id: String(chat.id), message_thread_id: topic.id }
  const reply_to_message_id = update.message?.message_id
  const file = { name: 'Розы "и".txt', mime_type: 'text/plain', bytes: Buffer.from('roses') }
  const answers = [
    await sendRichMessage(config, token, {
      ...place,
      markdown: '# Hi anna@x',
      skip_entity_detection: true,
      reply_to_message_id,
    }),
    await sendMessage(config, token, { ...place, text: '*Hi* \ud83d', reply_to_message_id: 9999 }),
    await sendPhoto(config, token, { ...place, name: 'a.png', mime_type: 'image/png', bytes: PNG }),
    await sendDocument(config, token, { ...place, ...file }),
    await sendDocument(config, token, { ...place, ...file, bytes: new Blob(['roses']) }),
    await sendChatAction(config, token, place),
  ]
  expect(answers.map(({ outcome }) => outcome)).toEqual(Array(6).fill('granted'))
  const common = { chat_id: place.chat_id, thread: topic.id }
  const document = { ...common, method: 'sendDocument', file: { name: file.name, mime_type: 'text/plain', size: 5 } }
  expect(sent()).toMatchObject([
    { ...common, method: 'sendRichMessage', text: '# Hi anna@x', reply_to: reply_to_message_id },
    // Half of a character would have the message refused, a message that is gone would not.
    { ...common, method: 'sendMessage', text: '*Hi* \ufffd', reply_to: null },
    { ...common, method: 'sendPhoto', file: { name: 'a.png', mime_type: 'image/png', size: PNG.length } },
    document,
    document,
  ])
  expect(sent()[3]?.file?.sha256).toBe(sent()[4]?.file?.sha256)
  expect(telegram.actions.at(-1)).toEqual({ bot: bot.id, ...common, action: 'typing' })
  expect(answers[1]).toEqual({ outcome: 'granted', value: { message_id: sent()[1]?.message_id } })
})

test('a refusal says why, and whether the same text may be sent plain', async () => {
  const { token, chat_id } = await given()
  const refusedWith = async (status: number, description: string) => {
    telegram.answerNext('sendRichMessage', { status, description })
    const answer = await sendRichMessage(config, token, { chat_id, markdown: 'x', skip_entity_detection: false })
    expect(answer).toMatchObject({ outcome: 'refused', status, description })
    return answer
  }
  for (const [status, description] of [
    [400, "Bad Request: can't parse entities: unsupported start tag"],
    [400, 'Bad Request: RICH_MESSAGE_EMAIL_INVALID'],
    [400, 'Bad Request: Table cell must be non-empty'],
    [400, 'Bad Request: USER_ID_INVALID'],
    [400, 'Bad Request: message is too long'],
    [404, 'Not Found'],
  ] as const) {
    expect(isSyntaxRefusal(await refusedWith(status, description)), description).toBe(true)
  }
  for (const [status, description] of [
    [400, 'Bad Request: chat not found'],
    [400, 'Bad Request: message thread not found'],
    [400, 'Bad Request: not enough rights to send text messages to the chat'],
    [400, 'Bad Request: have no rights to send a message'],
    [400, 'Bad Request: group chat was upgraded to a supergroup chat'],
    [400, 'Bad Request: PEER_ID_INVALID'],
    [400, 'Bad Request: CHAT_WRITE_FORBIDDEN'],
    [400, 'Bad Request: TOPIC_CLOSED'],
    [400, 'Bad Request: USER_IS_BLOCKED'],
    [401, 'Unauthorized'],
    [403, 'Forbidden: bot was blocked by the user'],
    [403, 'Forbidden: user is deactivated'],
  ] as const) {
    expect(isSyntaxRefusal(await refusedWith(status, description)), description).toBe(false)
  }
})

test('a group that became a supergroup is named by its new id', async () => {
  const { bot, token } = await given()
  const group = telegram.newGroup()
  await telegram.say(bot, { chat: group, text: 'Hello' })
  const supergroup = await telegram.upgrade(bot, group)
  const answer = await sendMessage(config, token, { chat_id: String(group.id), text: 'Hi' })
  expect(answer).toMatchObject({ outcome: 'refused', status: 400 })
  expect(answer).toMatchObject({ migrate_to_chat_id: String(supergroup.id) })
  expect(isSyntaxRefusal(answer)).toBe(false)
})

test('a limit says how long to wait, in whatever way it says it', async () => {
  const { say, sent } = await given()
  telegram.answerNext('sendMessage', { status: 429, retry_after: 7 })
  expect(await say()).toEqual({ outcome: 'limited', retry_after_seconds: 7 })
  expect(sent()).toEqual([])
  const proxy = await serve((_, response) => response.writeHead(429, { 'retry-after': '3' }).end('slow down'))
  expect(await getMe(at(proxy.url), 'x')).toEqual({ outcome: 'limited', retry_after_seconds: 3 })
})

test('what reached nobody is distinguished from what nobody answered', async () => {
  const { token, chat_id } = await given()
  const text = 'Hi'
  const closed = await serve(() => {})
  await new Promise((resolve) => closed.server.close(resolve))
  for (const url of [closed.url, closed.url.replace('127.0.0.1', 'localhost'), 'http://nobody.invalid']) {
    const answer = await sendMessage(at(url), token, { chat_id, text })
    expect(answer, url).toMatchObject({ outcome: 'unsent' })
  }
  const aborted = AbortSignal.abort()
  expect(await sendMessage(config, token, { chat_id, text }, aborted)).toMatchObject({ outcome: 'unsent' })
})

test('a connection that does not come about in five seconds was not one', async () => {
  // Takes what is sent and never shakes hands.
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await new Promise((resolve) => silent.once('listening', resolve))
  const address = silent.address()
  const port = address && typeof address === 'object' ? address.port : 0
  expect(await getMe(at(`https://127.0.0.1:${port}`), 'x')).toMatchObject({ outcome: 'unsent' })
}, 15_000)

test('a platform that is unavailable has done nothing', async () => {
  const { say, sent } = await given()
  telegram.answerNext('sendMessage', { status: 502 }, { status: 503 })
  for (const status of [502, 503]) {
    expect(await say()).toEqual({ outcome: 'unsent', description: `Telegram is unavailable (${status})` })
  }
  expect(sent()).toEqual([])
})

test('of what may have happened nobody says that it did not', async () => {
  const { say, sent } = await given()
  telegram.answerNext('sendMessage', { status: 500 }, 'drop', 'garbage', 'hang')
  expect(await say()).toEqual({ outcome: 'unknown', description: 'Internal Server Error' })
  for (const arrived of [1, 2]) {
    expect(await say()).toMatchObject({ outcome: 'unknown' })
    expect(sent()).toHaveLength(arrived)
  }
  const caller = new AbortController()
  const hanging = say(caller.signal)
  await expect.poll(sent).toHaveLength(3)
  caller.abort()
  expect(await hanging).toMatchObject({ outcome: 'unknown' })
})

test('an answer that is not the platform’s grants nothing, whatever it is', async () => {
  const answers: [number, string][] = [
    [200, ''],
    [200, '[]'],
    [200, '{"ok":true}'],
    [200, '{"ok":true,"result":{"id":"x"}}'],
    [200, '{"ok":false}'],
    [400, '<html>nginx</html>'],
    [200, `{"ok":true,"result":"${'x'.repeat(300_000)}"}`],
    [302, ''],
  ]
  for (const [status, body] of answers) {
    const { url } = await serve((_, response) => response.writeHead(status, { location: telegram.url }).end(body))
    expect(await getMe(at(url), 'x'), body.slice(0, 40)).toMatchObject({ outcome: 'unknown' })
  }
})

test('files are fetched up to the size that is allowed, and no more of them is read', async () => {
  const { bot, token } = await given()
  const bytes = Buffer.alloc(100_000, 'x')
  const { update } = await telegram.say(bot, { document: { bytes, name: 'a b.txt' } })
  const found = await getFile(config, token, update.message?.document?.file_id ?? '')
  const file_path = found.outcome === 'granted' ? found.value.file_path : ''
  expect(found).toMatchObject({ value: { file_size: bytes.length } })
  expect(await downloadFile(config, token, file_path, bytes.length)).toEqual({ outcome: 'granted', value: bytes })
  expect(await downloadFile(config, token, file_path, bytes.length - 1)).toMatchObject({
    outcome: 'refused',
    status: 413,
  })
  expect(await downloadFile(config, token, 'documents/gone', 1)).toMatchObject({ outcome: 'refused', status: 404 })
  telegram.answerNext('download', 'drop', { status: 500 }, { status: 429 })
  expect(await downloadFile(config, token, file_path, bytes.length)).toMatchObject({ outcome: 'unknown' })
  expect(await downloadFile(config, token, file_path, bytes.length)).toMatchObject({ outcome: 'unknown' })
  expect(await downloadFile(config, token, file_path, bytes.length)).toMatchObject({ outcome: 'limited' })

  // Sent without a length and without an end.
  const endless = await serve((_, response) => {
    const more = () => void (response.destroyed || response.write(bytes, more))
    more()
  })
  expect(await downloadFile(at(endless.url), token, 'x', 1_000_000)).toMatchObject({ outcome: 'refused', status: 413 })
})

test('a token is in nothing that is reported of a call', async () => {
  const { token, chat_id } = await given()
  const secret = token.slice(token.indexOf(':') + 1)
  const echo = await serve(({ url }, response) =>
    response.writeHead(400).end(JSON.stringify({ ok: false, error_code: 400, description: `No ${url}, ${secret}` })),
  )
  const closed = await serve(() => {})
  await new Promise((resolve) => closed.server.close(resolve))
  const places = [
    echo.url,
    closed.url,
    'http://nobody.invalid',
    `${telegram.url}/nowhere`,
    'http://127.0.0.1:9',
    'nowhere',
  ]
  const answers: MsgrAnswer<unknown>[] = []
  for (const url of places) {
    const config = { ...at('http://x'), MSGR_API_URL: url }
    answers.push(await getMe(config, token), await downloadFile(config, token, 'a/b', 10))
    answers.push(await sendDocument(config, token, { chat_id, name: 'x', mime_type: 'text/plain', bytes: PNG }))
  }
  expect(answers[0]).toMatchObject({ description: 'No /bot<token>/getMe, <token>' })
  for (const answer of answers) {
    expect(answer.outcome).not.toBe('granted')
    expect(JSON.stringify(answer)).not.toContain(secret)
  }
})
