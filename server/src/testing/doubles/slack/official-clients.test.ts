/** Slack's own software is the judge of the double: what passes here has the shape that Slack's has. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { verifySlackRequest } from '@slack/bolt'
import { LogLevel, WebClient } from '@slack/web-api'
import { expect, onTestFinished, test } from 'vitest'
import { listenOnLoopback } from '../../servers/listen-on-loopback.ts'
import { startSlackDouble } from '../slack.ts'
import { sign } from './events.ts'
import type { SlackBot } from './workspace.ts'

async function given({ scopes }: { scopes?: string[] } = {}) {
  const slack = await startSlackDouble()
  onTestFinished(slack.close)
  const bot = slack.addBot(scopes ? { scopes } : {})
  const channel = slack.newChannel({ members: [bot.user_id] })
  const clientOf = (token: string | undefined) =>
    new WebClient(token, {
      slackApiUrl: `${slack.url}/api/`,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logLevel: LogLevel.ERROR,
    })
  return { slack, bot, channel, clientOf, client: clientOf(bot.token) }
}

const errorOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    return await call
  } catch (error) {
    return error
  }
}

test('the official client posts text and Markdown, in threads too, and learns what the bot is and may do', async () => {
  const { slack, bot, channel, client } = await given()
  const identity = await client.auth.test()
  expect(identity).toMatchObject({ ok: true, team_id: bot.team.id, user_id: bot.user_id, bot_id: bot.bot_id })
  expect(identity.response_metadata?.scopes).toEqual(bot.scopes)
  const { ts } = await client.chat.postMessage({ channel: channel.id, text: 'Hello' })
  await client.chat.postMessage({ channel: channel.id, markdown_text: '**Hello**', thread_ts: ts ?? '' })
  expect(slack.sent).toMatchObject([{ text: 'Hello' }, { markdown_text: '**Hello**', thread_ts: ts }])
  await client.assistant.threads.setStatus({ channel_id: channel.id, thread_ts: ts ?? '', status: 'is typing…' })
  expect(slack.statuses).toMatchObject([{ thread_ts: ts, status: 'is typing…' }])
  const anna = slack.newPerson()
  expect((await client.users.info({ user: anna.id })).user?.real_name).toBe('Anna Weber')
  expect((await client.conversations.info({ channel: channel.id })).channel?.name).toBe('general')
})

test('the official client finds a message again by its metadata, in the thread or channel in which it is', async () => {
  const { bot, channel, client } = await given()
  const post = (event_payload: Record<string, string>, thread_ts?: string) =>
    client.chat.postMessage({
      channel: channel.id,
      markdown_text: 'Hello',
      metadata: { event_type: 'delivery', event_payload },
      ...(thread_ts && { thread_ts }),
    } as never)
  const { ts: root = '' } = await post({ id: 'root' })
  await post({ id: 'reply' }, root)
  await post({ id: 'next' })
  const all = { channel: channel.id, include_all_metadata: true }
  const payloads = (messages: { metadata?: { event_payload?: unknown } }[] = []) =>
    messages.map(({ metadata }) => metadata?.event_payload)
  const first = await client.conversations.history({ ...all, limit: 1 })
  expect(payloads(first.messages)).toEqual([{ id: 'next' }])
  const rest = await client.conversations.history({ ...all, cursor: first.response_metadata?.next_cursor ?? '' })
  expect(payloads(rest.messages)).toEqual([{ id: 'root' }])
  const thread = await client.conversations.replies({ ...all, ts: root, oldest: root })
  expect(payloads(thread.messages)).toEqual([{ id: 'root' }, { id: 'reply' }])
  expect(payloads((await client.conversations.history({ channel: channel.id })).messages)).toEqual([
    undefined,
    undefined,
  ])
  bot.scopes = ['chat:write']
  expect(await errorOf(client.conversations.history(all))).toMatchObject({
    data: { error: 'missing_scope', needed: 'channels:history' },
  })
})

test('the official client uploads a file in three steps, and it is seen once they are complete', async () => {
  const { slack, channel, client } = await given()
  const bytes = Buffer.from('Prices\n')
  const root = await client.chat.postMessage({ channel: channel.id, text: 'Here' })
  await client.filesUploadV2({ channel_id: channel.id, thread_ts: root.ts ?? '', file: bytes, filename: 'prices.txt' })
  expect(slack.calls.slice(-3)).toEqual(['files.getUploadURLExternal', 'upload', 'files.completeUploadExternal'])
  expect(slack.sent.at(-1)).toMatchObject({ thread_ts: root.ts, file: { name: 'prices.txt', bytes } })
})

test('what Slack refuses is an error of the official client with the same fields', async () => {
  const { slack, bot, channel, client, clientOf } = await given({ scopes: ['chat:write'] })
  const outsider = slack.newChannel({ kind: 'group' })
  const elsewhere = slack.newChannel()
  const post = (fields: object) => client.apiCall('chat.postMessage', { channel: channel.id, ...fields })
  const refusals: [Promise<unknown>, object][] = [
    [clientOf(undefined).auth.test(), { error: 'not_authed' }],
    [clientOf('xoxb-other').auth.test(), { error: 'invalid_auth' }],
    [client.users.info({ user: 'U1' }), { error: 'missing_scope', needed: 'users:read', provided: 'chat:write' }],
    [post({ channel: 'C1', text: 'x' }), { error: 'channel_not_found' }],
    [post({ channel: outsider.id, text: 'x' }), { error: 'channel_not_found' }],
    [post({ channel: elsewhere.id, text: 'x' }), { error: 'not_in_channel' }],
    [post({}), { error: 'no_text' }],
    [post({ text: 'x', markdown_text: 'x' }), { error: 'markdown_text_conflict' }],
    [post({ markdown_text: 'x'.repeat(12_001) }), { error: 'msg_too_long' }],
    [post({ text: 'x'.repeat(40_001) }), { error: 'msg_too_long' }],
    [client.apiCall('chat.postMassage'), { error: 'unknown_method' }],
  ]
  for (const [call, data] of refusals) {
    expect(await errorOf(call)).toMatchObject({ code: 'slack_webapi_platform_error', data: { ok: false, ...data } })
  }
  bot.state = 'uninstalled'
  expect(await errorOf(client.auth.test())).toMatchObject({ data: { error: 'account_inactive' } })
  expect(slack.sent).toEqual([])
})

test('a limit, a failure and a page instead of an answer are distinguished', async () => {
  const { slack, client } = await given()
  slack.answerNext('auth.test', { status: 429, retry_after: 7 }, { status: 503 }, 'garbage', 'drop')
  expect(await errorOf(client.auth.test())).toMatchObject({ code: 'slack_webapi_rate_limited_error', retryAfter: 7 })
  expect(await errorOf(client.auth.test())).toMatchObject({ code: 'slack_webapi_http_error', statusCode: 503 })
  expect(await errorOf(client.auth.test())).toMatchObject({ data: { ok: false, error: '<h1>It works!</h1>' } })
  expect(await errorOf(client.auth.test())).toMatchObject({ code: 'slack_webapi_request_error' })
})

test('a file is given to a bot with the scope, and a page to others', async () => {
  const { slack, bot } = await given()
  const blind = slack.addBot({ scopes: ['chat:write'] })
  const [delivered] = await slack.say(bot, {
    from: slack.newPerson(),
    files: [{ name: 'a.html', mimetype: 'text/html', bytes: Buffer.from('<p>') }],
  })
  const files = delivered?.envelope?.event.files as { url_private_download: string }[]
  const address = files[0]?.url_private_download ?? ''
  const get = (token: string) => fetch(address, { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' })
  const given_ = await get(bot.token)
  expect([await given_.text(), given_.headers.get('content-disposition')]).toEqual([
    '<p>',
    expect.stringMatching(/^attachment/),
  ])
  const page = await get(blind.token)
  expect([page.status, page.headers.get('content-disposition'), await page.text()]).toEqual([
    200,
    null,
    expect.stringContaining('Sign in'),
  ])
  expect((await get('xoxb-other')).status).toBe(302)
})

/** An app that does with a request what Bolt does. */
async function startApp(bot: SlackBot) {
  const received: { body: string; headers: Record<string, unknown> }[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ body, headers: request.headers })
    const { type, challenge } = JSON.parse(body)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(type === 'url_verification' ? { challenge } : {}))
  })
  bot.request_url = `${await listenOnLoopback(server)}/events`
  onTestFinished(() => void server.close())
  const verify = (signingSecret: string, at = 0) => {
    const { body, headers } = received.at(at) ?? { body: '', headers: {} }
    verifySlackRequest({
      signingSecret,
      body,
      headers: {
        'x-slack-signature': String(headers['x-slack-signature']),
        'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
      },
    })
  }
  return { received, verify }
}

test('what the double sends is accepted by Bolt with the secret of its app, and by no other', async () => {
  const { slack, bot, channel } = await given()
  const app = await startApp(bot)
  expect(await slack.verifyRequestUrl(bot)).toBe(true)
  const delivered = await slack.say(bot, { from: slack.newPerson(), channel, text: `<@${bot.user_id}> grüße` })
  expect(delivered.map(({ envelope }) => envelope?.event.type)).toEqual(['app_mention', 'message'])
  for (const at of app.received.keys()) app.verify(bot.signing_secret, at)
  expect(() => app.verify('0'.repeat(32))).toThrow('signature mismatch')
  slack.setClock(() => new Date(Date.now() - 301_000))
  await slack.tell(bot, { type: 'app_uninstalled' })
  expect(() => app.verify(bot.signing_secret, -1)).toThrow('stale')
})

test('a second delivery has the same body with the headers of a retry', async () => {
  const { slack, bot } = await given()
  const app = await startApp(bot)
  const [delivered] = await slack.say(bot, { from: slack.newPerson(), text: 'Hello' })
  if (!delivered) throw new Error('Nothing was sent')
  await slack.redeliver(delivered)
  const [first, second] = app.received
  expect(second?.body).toBe(first?.body)
  expect(second?.headers).toMatchObject({ 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' })
})

test('the signature is the one of Slack’s documentation', () => {
  // https://docs.slack.dev/authentication/verifying-requests-from-slack
  const body =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
  expect(sign('8f742231b10e8888abcd99yyyzzz85a5', body, 1531420618)).toEqual({
    'x-slack-request-timestamp': '1531420618',
    'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  })
})

test('bytes of a size that was not announced are not taken', async () => {
  const { slack, bot } = await given()
  const call = async (method: string, form: Record<string, string>) => {
    const init = { method: 'POST', headers: { authorization: `Bearer ${bot.token}` }, body: new URLSearchParams(form) }
    return JSON.parse(await (await fetch(`${slack.url}/api/${method}`, init)).text())
  }
  const { upload_url, file_id } = await call('files.getUploadURLExternal', { filename: 'a.txt', length: '3' })
  expect((await fetch(upload_url, { method: 'POST', body: 'four' })).status).toBe(400)
  const complete = { files: JSON.stringify([{ id: file_id }]) }
  expect(await call('files.completeUploadExternal', complete)).toMatchObject({ error: 'file_not_found' })
})
