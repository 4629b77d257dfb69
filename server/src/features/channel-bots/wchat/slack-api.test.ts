import { createServer, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '#platform/config.ts'
import { startSlackDouble } from '#testing/doubles/slack.ts'
import { listenOnLoopback } from '#testing/servers/listen-on-loopback.ts'
import { downloadFile, findPerson, postMarkdown, postText, testToken, uploadFile } from './slack-api.ts'

async function given() {
  const slack = await startSlackDouble()
  onTestFinished(slack.close)
  const bot = slack.addBot()
  const channel = slack.newChannel({ members: [bot.user_id] }).id
  return { slack, bot, channel, token: bot.token, config: loadConfig(slack.env) }
}

/** Something else than Slack, at Slack's address. */
async function answeringWith(answer: (response: ServerResponse) => void) {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.url)
    answer(response)
  })
  const url = await listenOnLoopback(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, config: loadConfig({ WCHAT_API_URL: `${url}/api`, WCHAT_FILES_URL: url }), url }
}

test('a refusal has Slack’s own word, and the scope that is missing', async () => {
  const { slack, bot, channel, token, config } = await given()
  expect(await postText(config, token, { channel: 'C9', text: 'x' })).toEqual({
    outcome: 'refused',
    error: 'channel_not_found',
    description: 'channel_not_found',
  })
  bot.scopes = ['chat:write']
  expect(await findPerson(config, token, 'U1')).toEqual({
    outcome: 'refused',
    error: 'missing_scope',
    needed: 'users:read',
    provided: 'chat:write',
    description: 'missing_scope (needed: users:read)',
  })
  expect(await testToken(config, 'xoxb-other')).toMatchObject({ outcome: 'refused', error: 'invalid_auth' })
  expect(await postMarkdown(config, token, { channel, markdown: 'x'.repeat(12_001) })).toMatchObject({
    error: 'msg_too_long',
  })
  expect(slack.sent).toEqual([])
})

test('a limit says how long to wait, whichever way Slack says it', async () => {
  const { slack, token, config, channel } = await given()
  const post = () => postText(config, token, { channel, text: 'x' })
  slack.answerNext(
    'chat.postMessage',
    { status: 429, retry_after: 7 },
    { status: 429 },
    { error: 'ratelimited' },
    { error: 'rate_limited' },
  )
  expect(await post()).toEqual({ outcome: 'limited', retry_after_seconds: 7 })
  for (let times = 0; times < 3; times++) expect(await post()).toEqual({ outcome: 'limited', retry_after_seconds: 30 })
})

test('what certainly was not done is distinguished from what may have been', async () => {
  const { slack, token, config, channel } = await given()
  const post = () => postText(config, token, { channel, text: 'x' })
  for (const [answer, outcome] of [
    [{ error: 'service_unavailable' }, 'unsent'],
    [{ error: 'request_timeout' }, 'unsent'],
    [{ error: 'fatal_error' }, 'unknown'],
    [{ error: 'internal_error' }, 'unknown'],
    [{ status: 503 }, 'unsent'],
    [{ status: 502 }, 'unknown'],
    ['garbage', 'unknown'],
    ['drop', 'unknown'],
  ] as const) {
    slack.answerNext('chat.postMessage', answer)
    expect((await post()).outcome, JSON.stringify(answer)).toBe(outcome)
  }
  await slack.close()
  expect((await post()).outcome).toBe('unsent')
  expect((await postText(config, token, { channel, text: 'x' }, AbortSignal.abort())).outcome).toBe('unsent')
})

test('the token follows no redirect, and is in no description', async () => {
  const other = await answeringWith((response) => response.end())
  const { config } = await answeringWith((response) => response.writeHead(307, { location: other.url }).end())
  const answer = await testToken(config, 'xoxb-secret')
  expect(answer.outcome).toBe('unknown')
  expect(other.seen).toEqual([])
  const echo = await answeringWith((response) => response.end(JSON.stringify({ ok: false, error: 'bad xoxb-secret' })))
  expect(JSON.stringify(await testToken(echo.config, 'xoxb-secret'))).not.toContain('xoxb-secret')
})

test('an upload that nobody sees yet may be repeated, and goes only to an address of Slack’s', async () => {
  const { slack, token, config } = await given()
  const file = { name: 'a.txt', mime_type: 'text/plain', bytes: Buffer.from('a') }
  slack.answerNext('files.getUploadURLExternal', 'drop')
  expect((await uploadFile(config, token, file)).outcome).toBe('unsent')
  slack.answerNext('upload', 'drop')
  expect((await uploadFile(config, token, file)).outcome).toBe('unsent')
  expect((await uploadFile(config, token, file)).outcome).toBe('granted')
  const elsewhere = await answeringWith((response) => response.end())
  const { config: forged } = await answeringWith((response) =>
    response.end(JSON.stringify({ ok: true, upload_url: `${elsewhere.url}/upload`, file_id: 'F1' })),
  )
  expect(await uploadFile(forged, token, file)).toMatchObject({ outcome: 'refused', error: 'host_not_allowed' })
  expect(elsewhere.seen).toEqual([])
})

test('a download ends where it is too large, and a page of Slack’s is none', async () => {
  const { slack, bot, token, config } = await given()
  const { id } = slack.addFile({ name: 'a.html', mimetype: 'text/html', bytes: Buffer.from('<p>'), team: bot.team })
  const url = `${slack.url}/files-pri/${bot.team.id}-${id}/download/a.html`
  expect(await downloadFile(config, token, url, 3)).toEqual({ outcome: 'granted', value: Buffer.from('<p>') })
  expect(await downloadFile(config, token, url, 2)).toMatchObject({ outcome: 'refused', error: 'file_too_large' })
  expect(await downloadFile(config, 'xoxb-other', url, 3)).toMatchObject({ outcome: 'refused', error: 'missing_scope' })
  expect(await downloadFile(config, token, `${url}x`.replace(id, 'F9'), 3)).toMatchObject({ error: 'http_404' })
  bot.scopes = []
  expect(await downloadFile(config, token, url, 3)).toMatchObject({ outcome: 'refused', error: 'missing_scope' })
})
