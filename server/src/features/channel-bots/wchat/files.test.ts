import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { attachments } from '#features/conversations/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { startSlackApp } from '#testing/chat-platforms/slack.ts'
import { listenOnLoopback } from '#testing/servers/listen-on-loopback.ts'
import { processDueChats } from '../bots/process-chats.ts'
import { channelUpdates } from '../table.ts'

const { app, slack, talking } = await startSlackApp({ CHAT_MAX_ATTACHMENTS: '3', CHAT_MAX_ATTACHMENT_SIZE_MB: '1' })
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const HOUR_MS = 3_600_000
const SKIPPED = 'Some attachments were not processed.'
const file = (name: string, mimetype = 'text/plain', bytes = Buffer.from(name)) => ({ name, mimetype, bytes })

async function ready() {
  const here = await talking()
  const stored = () =>
    app.ctx.db
      .select()
      .from(attachments)
      .where(eq(attachments.organization_id, here.organization.id))
      .orderBy(attachments.id)
  return { ...here, stored, names: async () => (await stored()).map(({ name }) => name) }
}

test('files come along, images reach the model, and what is too much is left out with a word in the thread', async () => {
  const here = await ready()
  const files = [
    file('a.csv', 'text/csv'),
    file('p.png', 'image/png', PNG),
    file('page.html', 'text/html'),
    file('d.txt'),
  ]
  const [delivered] = await here.say({ from: here.anna, channel: here.channel, text: `${here.mention} look`, files })
  const thread_ts = delivered?.envelope?.event.ts
  const sent = await here.sentAfter(2)
  expect(sent.find(({ text }) => text !== undefined)).toMatchObject({ text: SKIPPED, thread_ts })
  expect(await here.names()).toEqual(['a.csv', 'p.png', 'page.html'])
  expect((await here.inputs())[0]?.attachments.map(({ name }) => name)).toEqual(['p.png'])
  expect(await here.received()).toEqual(['look'])
})

test('a message of one file is a message, and one whose only file is too large is not', async () => {
  const here = await ready()
  await here.say({ from: here.anna, files: [file('only.txt')] })
  await here.sentAfter(1)
  await here.say({ from: here.anna, files: [file('large.bin', 'application/octet-stream', randomBytes(1_100_000))] })
  expect((await here.sentAfter(2))[1]).toMatchObject({ text: SKIPPED })
  expect(await here.names()).toEqual(['only.txt'])
  expect(await here.received()).toHaveLength(1)
})

test('a bot without the scope for files gets a page of Slack’s, which is no file, and its words are answered', async () => {
  const here = await ready()
  here.bot.scopes = here.bot.scopes.filter((scope) => scope !== 'files:read')
  await here.say({ from: here.anna, text: 'See this', files: [file('a.txt')] })
  const sent = await here.sentAfter(2)
  expect(sent.map(({ text, markdown_text }) => text ?? markdown_text).toSorted()).toEqual(['Hello from Ada', SKIPPED])
  expect(await here.names()).toEqual([])
  expect(await here.show()).toMatchObject({ last_error: expect.stringContaining('files:read') })
})

test('the token of a bot goes to Slack alone, whatever address an event names', async () => {
  const here = await ready()
  const seen: unknown[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    response.end('bytes')
  })
  const elsewhere = await listenOnLoopback(server)
  onTestFinished(() => void server.close())
  const { host } = new URL(slack.url)
  for (const url_private_download of [
    `${elsewhere}/files-pri/T1-F1/download/a.txt`,
    `http://${host}@${new URL(elsewhere).host}/a.txt`,
    elsewhere.replace('127.0.0.1', 'localhost'),
    'file:///etc/passwd',
  ]) {
    const files = [{ id: 'F1', name: 'a.txt', mimetype: 'text/plain', size: 5, mode: 'hosted', url_private_download }]
    const before = here.sent().length
    await here.say({ from: here.anna, text: 'See this', fields: { subtype: 'file_share', files } })
    await here.sentAfter(before + 2)
  }
  expect([seen, await here.names()]).toEqual([[], []])
})

test('a file that another workspace shares is asked for by its id; links and files that are gone are none', async () => {
  const here = await ready()
  const shared = slack.addFile({ ...file('shared.txt'), team: here.bot.team })
  const files = [
    { id: shared.id, mode: 'file_access', file_access: 'check_file_info', name: 'shared.txt', mimetype: 'text/plain' },
    { id: 'F2', mode: 'external', url_private: 'https://docs.example/x', name: 'link' },
    { id: 'F3', mode: 'tombstone' },
  ]
  await here.say({ from: here.anna, text: 'See', fields: { subtype: 'file_share', files } })
  await here.sentAfter(1)
  expect(await here.names()).toEqual(['shared.txt'])
})

test('a file that cannot be fetched now is fetched later, and its message is not lost', async () => {
  const here = await ready()
  slack.answerNext('download', { status: 503 })
  await here.say({ from: here.anna, text: 'See this', files: [file('a.txt')] })
  const own = eq(channelUpdates.organization_id, here.organization.id)
  const waiting = () => app.ctx.db.select().from(channelUpdates).where(own)
  await expect.poll(async () => Number((await waiting())[0]?.due_at) > app.ctx.now().getTime()).toBe(true)
  app.clock.advance(HOUR_MS)
  await processDueChats(app.ctx)
  await here.sentAfter(1)
  expect([await here.names(), await here.received()]).toEqual([['a.txt'], ['See this']])
})

test('a voice clip is written down before the teammate reads it, and one that cannot be is answered all the same', async () => {
  const here = await ready()
  await here.say({ from: here.anna, files: [file('audio_message.m4a', 'audio/mp4')] })
  await here.sentAfter(1)
  expect((await here.inputs())[0]?.message).toBe('[The voice message could not be transcribed.]')
  const listener = await app.given.model({ provider: 'custom', is_stt: true })
  await app.ctx.db.update(aiEmployees).set({ stt_model: listener.id }).where(eq(aiEmployees.id, here.teammate.id))
  here.vendor.reply({ text: 'When do you open?' })
  await here.say({ from: here.anna, files: [file('audio_message.m4a', 'audio/mp4')] })
  await here.sentAfter(2)
  expect((await here.received())[1]).toBe('When do you open?')
})
