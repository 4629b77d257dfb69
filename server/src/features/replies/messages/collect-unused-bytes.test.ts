import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { givenPrivateChat } from '#testing/chats/private-chat.ts'
import { givenStorage } from '#testing/storage/storage.ts'
import { organizations } from '../../organizations/table.ts'
import { storageBlobs } from '../../storage/table.ts'
import { collectUnusedBytes } from './collect-unused-bytes.ts'

/** Its clock is moved by days. */
const app = await ownTestApp()
const DAY = 24 * 60 * 60 * 1000

const file = (name: string, content: string) => ({
  name,
  mime_type: 'text/plain',
  size: content.length,
  data: Buffer.from(content).toString('base64'),
})
const isStored = ({ id }: { id: string }, content: string) =>
  app.ctx.ports.files(id).plain.has(createHash('sha256').update(content).digest('hex'))
const listed = ({ id }: { id: string }) =>
  app.ctx.db.select().from(storageBlobs).where(eq(storageBlobs.organization_id, id))

async function collectDaysLater(days = 2) {
  app.clock.advance(days * DAY)
  await collectUnusedBytes(app.ctx)
}

test('the files of a deleted chat are kept with it, and are there when it is restored', async () => {
  await using given = await givenInternalChat(app)
  const { conversation_id } = await given.sendAndWait('Keep this', { attachments: [file('kept.txt', 'kept for long')] })
  const chat = `${given.path}/conversations/${conversation_id}`
  await collectDaysLater()
  expect((await (await app.as(given.admin)).delete(chat)).status).toBe(200)
  await collectDaysLater(90)
  const client = await app.as(given.admin)
  expect((await client.post(`${chat}/restore`)).status).toBe(200)
  const { data } = (await client.get(`${given.path}/messages?conversation_id=${conversation_id}`)).body
  const shown = await client.get(data.find(({ role }: { role: string }) => role === 'contact').attachments[0].url)
  expect(shown.status).toBe(200)
  expect(await isStored(given.organization, 'kept for long')).toBe(true)
})

test('the bytes of files whose message is gone are gone after a day, unless a stored file or another message has them', async () => {
  await using given = await givenInternalChat(app)
  const storage = await givenStorage(app)
  await using theirs = await givenInternalChat(app)
  for (const chat of [given, theirs])
    await chat.sendAndWait('Same', { attachments: [file('same.txt', 'the same bytes')] })
  await app.ctx.db.delete(organizations).where(eq(organizations.id, given.organization.id))

  await collectUnusedBytes(app.ctx)
  expect(await isStored(given.organization, 'the same bytes')).toBe(true)
  await storage.key.upload('stored.txt', 'the same bytes')
  await collectDaysLater()
  expect(await isStored(given.organization, 'the same bytes')).toBe(false)
  expect(await listed(given.organization)).toEqual([])
  expect(await isStored(theirs.organization, 'the same bytes')).toBe(true)
  expect((await storage.key.download('stored.txt')).toString()).toBe('the same bytes')
})

test('what a refused message or a one-off question brought along is gone after a day', async () => {
  await using given = await givenPrivateChat(app)
  const refused = [file('good.txt', 'came before'), { ...file('bad.txt', 'x'), data: 'not base64!' }]
  expect((await given.save('See', { attachments: refused })).status).toBe(400)
  expect((await given.ask('See', { attachments: [file('once.txt', 'asked once')] })).status).toBe(200)
  for (const content of ['came before', 'asked once']) expect(await isStored(given.organization, content)).toBe(true)
  await collectDaysLater()
  for (const content of ['came before', 'asked once']) expect(await isStored(given.organization, content)).toBe(false)
})

test('bytes that are sent again while they are collected are there for anyone who sent them', async () => {
  await using given = await givenPrivateChat(app)
  for (let round = 0; round < 5; round++) {
    const content = `round ${round}`
    await given.ask('First', { attachments: [file('a.txt', content)] })
    app.clock.advance(2 * DAY)
    const [sent] = await Promise.all([
      given.save('Again', { attachments: [file('b.txt', content)] }),
      collectUnusedBytes(app.ctx),
      collectUnusedBytes(app.ctx),
    ])
    expect(sent.status).toBe(200)
    expect(await isStored(given.organization, content)).toBe(true)
  }
})

test('a file that an earlier version kept with those of all organizations is still served', async () => {
  await using given = await givenInternalChat(app)
  const { hash } = await app.ctx.ports.blobs.put(Buffer.from('from before'))
  await given.sendAndWait('Old', { attachments: [file('old.txt', 'from before')] })
  await app.ctx.ports.files(given.organization.id).plain.delete(hash)
  const { data } = (await given.client.get(`${given.path}/messages`)).body
  const { url } = data.find(({ role }: { role: string }) => role === 'contact').attachments[0]
  expect((await given.client.get(url)).status).toBe(200)
})
