import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attachments } from '#features/conversations/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { startTeamsApp } from '#testing/chat-platforms/teams.ts'
import type { TeamsBot } from '#testing/doubles/teams/bots.ts'
import { newChannel, newGroupChat, newTeam, type TeamsChat } from '#testing/doubles/teams/chats.ts'
import { tchatFiles } from '../table.ts'

const { app, teams, talking } = await startTeamsApp({ CHAT_MAX_ATTACHMENTS: '3', CHAT_MAX_ATTACHMENT_SIZE_MB: '1' })
const CONSENT_CARD = 'application/vnd.microsoft.teams.card.file.consent'
const INFO_CARD = 'application/vnd.microsoft.teams.card.file.info'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
/** A picture of so many bytes. */
const pictureOf = (bytes: number) => Buffer.concat([PNG, randomBytes(bytes - PNG.length)])

type MadeFile = { name: string; bytes: Buffer }

/** A teammate that answers with files. */
async function making() {
  const here = await talking({ organization: { use_lazy_tools: false }, values: { tools: ['files.create'] } })
  return {
    ...here,
    files: () =>
      app.ctx.db
        .select()
        .from(tchatFiles)
        .where(eq(tchatFiles.organization_id, here.organization.id))
        .orderBy(asc(tchatFiles.id)),
    async make(files: readonly MadeFile[], text = 'Here it is', chat?: TeamsChat) {
      const calls = files.map(({ name, bytes }) => ({
        name: 'files__create',
        input: { name, encoding: 'base64', content: bytes.toString('base64') },
      }))
      here.vendor.reply(...calls.map((call) => ({ tool_calls: [call] })), { text })
      return teams.say(here.bot, { text: 'Make it', ...(chat && { chat, mentions_bot: true }) })
    },
  }
}

async function enabledChat(here: { bot: TeamsBot; enable: () => Promise<void> }, chat: TeamsChat) {
  await teams.change(here.bot, chat, 'membersAdded')
  await here.enable()
  return chat
}

test('files and pasted pictures come along, what is too much is left out, and Teams is told so', async () => {
  const here = await talking()
  const csv = teams.attach('list.csv', Buffer.from('a,b'))
  await teams.say(here.bot, { text: 'See', attachments: [csv, teams.paste(PNG), teams.paste(PNG, 'image/*')] })
  await here.sentAfter(1)
  const filesOf = () =>
    app.ctx.db
      .select()
      .from(attachments)
      .where(eq(attachments.organization_id, here.organization.id))
      .orderBy(attachments.id)
  expect(await filesOf()).toMatchObject([
    { name: 'list.csv', mime_type: 'text/csv', size: 3 },
    { name: 'image-2.png', mime_type: 'image/png', size: PNG.length },
    { name: 'image-3.png', mime_type: 'image/png', size: PNG.length },
  ])
  const content = JSON.parse(here.asked()).at(-1)?.content
  expect(content.filter(({ type }: { type: string }) => type === 'image_url')).toHaveLength(2)

  const large = teams.attach('large.bin', randomBytes(1_100_000))
  await teams.say(here.bot, { attachments: [large, csv, csv, csv] })
  const texts = (await here.sentAfter(3)).slice(1).map(({ text }) => text)
  expect(texts.toSorted()).toEqual(['Hello from Ada', 'Some attachments were not processed.'])
})

test('an audio file is transcribed before the teammate reads it, and one that cannot be is answered all the same', async () => {
  const here = await talking()
  const say = () => teams.say(here.bot, { attachments: [teams.attach('question.m4a', Buffer.from('sound'))] })
  await say()
  await here.sentAfter(1)
  expect(here.asked()).toContain('[The voice message could not be transcribed.]')
  const listener = await app.given.model({ provider: 'custom', is_stt: true })
  await app.ctx.db.update(aiEmployees).set({ stt_model: listener.id }).where(eq(aiEmployees.id, here.teammate.id))
  here.vendor.reply({ text: 'When do you open?' })
  await say()
  await here.sentAfter(2)
  expect((await here.received())[1]).toBe('When do you open?')
})

test('no token goes to a host that is not Microsoft’s, and no file is fetched from one', async () => {
  const here = await talking()
  const [port] = /\d+$/.exec(new URL(teams.url).host) ?? []
  const elsewhere = `http://localhost:${port}`
  const asked = teams.calls.length
  const pasted = { contentType: 'image/png', contentUrl: `${elsewhere}/amer/v3/attachments/1/views/original` }
  const attached = teams.attach('a.txt', Buffer.from('a'))
  const { downloadUrl } = attached.content
  attached.content.downloadUrl = downloadUrl.replace(teams.url, elsewhere)
  const other = { ...teams.attach('b.txt', Buffer.from('b')), contentType: 'application/vnd.microsoft.card.hero' }
  await teams.say(here.bot, { text: 'See', attachments: [pasted, attached, other] })
  await here.sentAfter(2)
  expect(teams.calls.slice(asked).filter((call) => /attachments|drive/.test(call))).toEqual([])
})

test('small pictures are shown within the message, as far as all of it stays within 90 KB', async () => {
  const here = await making()
  await here.make([
    { name: 'a.png', bytes: pictureOf(30_000) },
    { name: 'b.png', bytes: pictureOf(30_000) },
    { name: 'c.png', bytes: pictureOf(30_000) },
  ])
  const [message, card] = await here.sentAfter(2)
  expect(message).toMatchObject({ text: 'Here it is' })
  expect(message?.attachments.map(({ name }) => name)).toEqual(['a.png', 'b.png'])
  expect(message?.attachments[0]?.contentUrl).toBe(
    `data:image/png;base64,${message?.attachments[0]?.contentUrl?.split(',')[1]}`,
  )
  expect(message?.size).toBeLessThanOrEqual(90 * 1024)
  expect(card?.attachments).toMatchObject([
    { contentType: CONSENT_CARD, name: 'c.png', content: { sizeInBytes: 30_000 } },
  ])
})

test('a file is offered, uploaded once it is accepted, and shown; accepting again changes nothing', async () => {
  const here = await making()
  const bytes = Buffer.from('a,b\n1,2')
  await here.make([{ name: 'list.csv', bytes }])
  const [message, offer] = await here.sentAfter(2)
  expect(message).toMatchObject({ text: 'Here it is', attachments: [] })
  const [card = { contentType: '' }] = offer?.attachments ?? []
  expect(await here.files()).toMatchObject([{ state: 'pending', web_url: null }])

  const answers = await Promise.all([1, 2, 3].map(() => teams.answerCard(here.bot, card, 'accept')))
  expect(answers).toMatchObject([1, 2, 3].map(() => ({ status: 200, body: '' })))
  const [, , info] = await here.sentAfter(3)
  const [shown] = info?.attachments ?? []
  expect(shown).toMatchObject({ contentType: INFO_CARD, name: 'list.csv', content: { fileType: 'csv' } })
  const uploads = answers.map(({ session }) => teams.drives.uploaded(session))
  expect(uploads.filter((upload) => upload !== null)).toEqual([bytes])
  expect(await here.files()).toMatchObject([{ state: 'uploaded', upload_sealed: null, web_url: shown?.contentUrl }])

  // Teams would leave its buttons there.
  await expect.poll(() => teams.removed).toContain(offer?.id)

  await teams.answerCard(here.bot, card, 'accept')
  await teams.answerCard(here.bot, card, 'decline')
  expect(await here.files()).toMatchObject([{ state: 'uploaded' }])
  expect(here.sent()).toHaveLength(3)
})

test('an accepted file is uploaded and shown once, also where the drive and then the chat are away for a while', async () => {
  const here = await making()
  const bytes = Buffer.from('a,b')
  await here.make([{ name: 'list.csv', bytes }])
  const [, offer] = await here.sentAfter(2)
  const [card = { contentType: '' }] = offer?.attachments ?? []
  teams.answerNext('upload', { status: 503 }, 'drop')
  teams.answerNext('connector', { status: 503 })
  const { session } = await teams.answerCard(here.bot, card, 'accept')
  const [, , info] = await here.sentAfter(3)
  expect(info?.attachments).toMatchObject([{ contentType: INFO_CARD, name: 'list.csv' }])
  expect(teams.drives.uploaded(session)).toEqual(bytes)
  expect(await here.files()).toMatchObject([{ state: 'uploaded', error: null }])
})

test('a file that is declined is not sent, and the chat says so once', async () => {
  const here = await making()
  await here.make([{ name: 'list.csv', bytes: Buffer.from('a') }])
  const [, offer] = await here.sentAfter(2)
  const [card = { contentType: '' }] = offer?.attachments ?? []
  await teams.answerCard(here.bot, card, 'decline')
  await teams.answerCard(here.bot, card, 'decline')
  expect((await here.sentAfter(3))[2]).toMatchObject({ text: 'OK, the file was not sent.' })
  await expect.poll(() => teams.removed).toContain(offer?.id)
  await teams.answerCard(here.bot, card, 'accept')
  expect(await here.files()).toMatchObject([{ state: 'declined' }])
})

test('a place at a host that is not Microsoft’s, or one that refuses, makes the file failed', async () => {
  const here = await making()
  await here.make([{ name: 'a.csv', bytes: Buffer.from('a') }])
  const [, first] = await here.sentAfter(2)
  const [card = { contentType: '' }] = first?.attachments ?? []
  await teams.answerCard(here.bot, card, 'accept', {
    uploadUrl: `${teams.url.replace('127.0.0.1', 'localhost')}/drive/upload/1`,
  })
  expect((await here.sentAfter(3))[2]).toMatchObject({ text: 'The file could not be uploaded.' })

  await here.make([{ name: 'b.csv', bytes: Buffer.from('b') }])
  const second = (await here.sentAfter(5))[4]
  const [another = { contentType: '' }] = second?.attachments ?? []
  teams.answerNext('upload', { status: 403, code: 'accessDenied' })
  await teams.answerCard(here.bot, another, 'accept')
  expect((await here.sentAfter(6))[5]).toMatchObject({ text: 'The file could not be uploaded.' })
  expect(await here.files()).toMatchObject([
    { state: 'failed', error: expect.stringContaining('TCHAT_ALLOWED_FILE_HOSTS') },
    { state: 'failed', error: 'As scripted' },
  ])
})

test('nobody accepts a file that was offered in another chat, or by another teammate', async () => {
  const [here, there] = [await making(), await making()]
  await here.make([{ name: 'a.csv', bytes: Buffer.from('a') }])
  const [, offer] = await here.sentAfter(2)
  const [card = { contentType: '' }] = offer?.attachments ?? []
  const { chat } = await teams.say(here.bot, { text: 'x' })
  expect(await teams.answerCard(there.bot, card, 'accept', { chat })).toMatchObject({ status: 200 })
  expect(await teams.answerCard(here.bot, card, 'accept', { chat: newGroupChat() })).toMatchObject({ status: 200 })
  expect(await here.files()).toMatchObject([{ state: 'pending' }])
})

test('in a channel files go into its folder, and the message lists them', async () => {
  const here = await making()
  const channel = await enabledChat(here, newChannel(newTeam(), 'Leads'))
  const files = [
    { name: 'list [1].csv', bytes: Buffer.from('a') },
    { name: 'large.png', bytes: pictureOf(80_000) },
  ]
  const { activity } = await here.make(files, 'Here they are', channel)
  const [message] = await here.sentAfter(1)
  const folder = 'https://contoso.sharepoint.com/sites/sales/Shared%20Documents'
  expect(message).toMatchObject({
    text: `Here they are\n\nFiles:\n- [list \\[1\\].csv](${folder}/list%20%5B1%5D.csv)\n- [large.png](${folder}/large.png)`,
    thread_id: activity.id,
    attachments: [],
  })
  const stored = teams.drives.files.filter(({ folder }) => folder === teams.drives.files.at(-1)?.folder)
  expect(stored.map(({ bytes }) => bytes)).toEqual(files.map(({ bytes }) => bytes))
  expect(await here.files()).toMatchObject([{ state: 'uploaded' }, { state: 'uploaded' }])
})

test('a message whose files cannot be put into the channel has failed, and is sent again once the folder is there', async () => {
  const here = await making()
  const channel = await enabledChat(here, newChannel(newTeam(), 'Leads'))
  teams.drives.closeFolder(channel.id)
  await here.make([{ name: 'a.csv', bytes: Buffer.from('a') }], 'Here it is', channel)
  await expect
    .poll(async () => (await here.messages()).find(({ role }) => role === 'ai'))
    .toMatchObject({ status: 'failed', error: expect.stringContaining('The folder does not exist yet') })
  expect(here.sent()).toEqual([])

  teams.drives.openFolder(channel.id)
  const [conversation] = await here.conversations()
  const answer = (await here.messages()).find(({ role }) => role === 'ai')
  const path = `/api/organizations/${here.organization.id}/conversations/${conversation?.id}/messages/${answer?.id}/resend`
  expect(await here.client.post(path)).toMatchObject({ status: 200, body: { status: 'completed', error: null } })
  expect(await here.sentAfter(1)).toMatchObject([{ text: expect.stringContaining('Here it is\n\nFiles:\n- [a.csv]') }])
})

test('a group chat gets the text without the files, and small pictures', async () => {
  const here = await making()
  const group = await enabledChat(here, newGroupChat('Lunch'))
  const files = [
    { name: 'a.csv', bytes: Buffer.from('a') },
    { name: 'a.png', bytes: PNG },
  ]
  await here.make(files, 'Here they are', group)
  expect(await here.sentAfter(1)).toMatchObject([{ text: 'Here they are', attachments: [{ name: 'a.png' }] }])
  expect(await here.files()).toEqual([])
})
