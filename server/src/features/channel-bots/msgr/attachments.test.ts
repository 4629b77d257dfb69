import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attachments } from '#features/conversations/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { startTelegramApp } from '#testing/chat-platforms/telegram.ts'

const { app, telegram, talking } = await startTelegramApp({
  CHAT_MAX_ATTACHMENTS: '3',
  CHAT_MAX_ATTACHMENT_SIZE_MB: '1',
})
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('files come along, pictures of an album together, and what is too much is left out with a word', async () => {
  const here = await talking()
  await telegram.say(here.bot, { document: { bytes: Buffer.from('a,b'), name: 'list.csv', mime_type: 'text/csv' } })
  await here.sentAfter(1)
  const [alone] = await here.messages()
  const filesOf = (id: string | undefined) =>
    app.ctx.db
      .select()
      .from(attachments)
      .where(eq(attachments.message_id, id ?? ''))
      .orderBy(attachments.id)
  expect(await filesOf(alone?.id)).toMatchObject([{ name: 'list.csv', mime_type: 'text/csv', size: 3 }])

  const album = { media_group_id: 'album-1' }
  const picture = { photo: { bytes: PNG } }
  await telegram.say(here.bot, { ...picture, ...album, caption: 'Look at these' })
  for (const _ of [2, 3, 4]) await telegram.say(here.bot, { ...picture, ...album })
  app.clock.advance(1000)
  const [, answer, warning] = await here.sentAfter(3)
  const [, , question] = await here.messages()
  expect(question).toMatchObject({ role: 'contact', content: 'Look at these' })
  expect(await filesOf(question?.id)).toHaveLength(3)
  expect([answer?.text, warning?.text].toSorted()).toEqual(['Hello from Ada', 'Some attachments were not processed.'])
  const content = JSON.parse(here.asked()).at(-1)?.content
  expect(content.filter(({ type }: { type: string }) => type === 'image_url')).toHaveLength(3)

  await telegram.say(here.bot, { document: { bytes: randomBytes(1_100_000), name: 'large.bin' } })
  expect((await here.sentAfter(4))[3]).toMatchObject({
    text: 'Some attachments were not processed.',
    reply_to: expect.any(Number),
  })
  expect((await here.messages()).filter(({ role }) => role === 'contact')).toHaveLength(2)
  await telegram.say(here.bot, { caption: 'See this', document: { bytes: randomBytes(1_100_000), name: 'large.bin' } })
  await here.sentAfter(6)
  expect(here.asked()).toContain('See this')
})

test('every kind of file that people send is taken', async () => {
  const here = await talking()
  const bytes = Buffer.from('bytes')
  const kinds = { audio: 0, video: 0, video_note: 0, animation: 0, sticker: 0 }
  for (const [index, kind] of Object.keys(kinds).entries()) {
    await telegram.say(here.bot, { [kind]: { bytes } })
    await here.sentAfter(index + 1)
  }
  const rows = await app.ctx.db
    .select({ name: attachments.name })
    .from(attachments)
    .where(eq(attachments.organization_id, here.organization.id))
    .orderBy(attachments.id)
  expect(rows.map(({ name }) => name)).toEqual([
    'audio.mp3',
    'video.mp4',
    'video-note.mp4',
    'animation.mp4',
    'sticker.webp',
  ])
  // Only images are given to the workflow.
  const given = (await here.inputs()).flatMap(({ attachments }) => attachments.map(({ name }) => name))
  expect(given).toEqual(['sticker.webp'])
})

test('a voice message that nobody can write down is answered all the same', async () => {
  const here = await talking()
  await telegram.say(here.bot, { voice: { bytes: Buffer.from('OggS'), mime_type: 'audio/ogg' } })
  await here.sentAfter(1)
  expect(here.asked()).toContain('[The voice message could not be transcribed.]')
  expect(await here.inputs()).toEqual([{ message: '[The voice message could not be transcribed.]', attachments: [] }])
  expect(await here.received()).toEqual([''])
})

test('a voice message is written down before the teammate reads it', async () => {
  const here = await talking()
  const listener = await app.given.model({ provider: 'custom', is_stt: true })
  await app.ctx.db.update(aiEmployees).set({ stt_model: listener.id }).where(eq(aiEmployees.id, here.teammate.id))
  here.vendor.reply({ text: 'When do you open?' })
  await telegram.say(here.bot, { voice: { bytes: Buffer.from('OggS, and what was said'), mime_type: 'audio/ogg' } })
  await here.sentAfter(1)
  expect(await here.messages()).toMatchObject([{ role: 'contact', content: 'When do you open?' }, { role: 'ai' }])
  expect(here.asked()).toContain('When do you open?')
})
