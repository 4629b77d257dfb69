import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '#features/conversations/table.ts'
import { organizations } from '#features/organizations/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { givenWebchat, startWebchatApp } from '#testing/chats/webchat.ts'
import { packed, pdf, wordDocument, workbook } from '#testing/files/office-files.ts'
import { readAnswer } from '#testing/routes/walk.ts'

const app = await startWebchatApp()

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = Buffer.from(PIXEL, 'base64')
const sqlite = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(84)])

const file = (name: string, bytes: Buffer | string, mime_type = 'application/octet-stream') => {
  const content = Buffer.from(bytes)
  return { name, mime_type, size: Math.max(1, content.length), data: content.toString('base64') }
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('each kind of file that is accepted is kept under its own type, whatever its sender calls it', async () => {
  await using given = await givenWebchat(app)
  const xml = '<?xml version="1.0"?><order/>'
  const accepted: [string, Buffer | string, string][] = [
    ['photo.jpg', png, 'image/png'],
    ['report.pdf', pdf(['Hello']), 'application/pdf'],
    ['letter.docx', await wordDocument(['Hello']), WORD],
    ['list.xlsx', await workbook({ One: [[1, ['Hello']]] }), SHEET],
    ['notes.txt', 'Grüße', 'text/plain'],
    ['server.LOG', 'line', 'text/plain'],
    ['readme.md', '# Hi', 'text/plain'],
    ['data.csv', 'a,b', 'text/plain'],
    ['order.xml', xml, 'text/plain'],
    ['shop.sqlite3', sqlite, 'application/x-sqlite3'],
  ]
  const browser = given.browser()
  const attachments = accepted.map(([name, bytes]) => file(name, bytes, 'text/html'))
  const { message } = await browser.sendAndWait('See', { attachments })
  expect(message.attachments.map(({ name, mime_type }) => [name, mime_type])).toEqual(
    accepted.map(([name, , mime_type]) => [name, mime_type]),
  )
  const bare = await browser.sendAndWait('And', { attachments: [file('LICENSE', 'Free', 'text/plain')] })
  expect(bare.message.attachments).toMatchObject([{ mime_type: 'text/plain' }])
})

test('a text whose first letters are those of another format is a text', async () => {
  await using given = await givenWebchat(app)
  const texts = ['BMW,4711\nAudi,4712', 'solid wood, to be collected', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR']
  const attachments = texts.map((text, at) => file(`${at}.csv`, text))
  const { message } = await given.browser().sendAndWait('See', { attachments })
  expect(message.attachments.map(({ mime_type }) => mime_type)).toEqual(texts.map(() => 'text/plain'))
})

test('whatever else comes is refused by name, with all of its message', async () => {
  await using given = await givenWebchat(app)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const html = '<!doctype html><script>alert(1)</script>'
  const refused = [
    file('drawing.svg', svg, 'image/svg+xml'),
    file('drawing.png', svg, 'image/png'),
    file('page.html', html, 'text/html'),
    file('page', html, 'text/html'),
    file('photo.jpg', html, 'image/jpeg'),
    file('letter.docx', await packed({ 'evil.txt': 'x' }), WORD),
    file('archive.zip', await packed({ 'a.txt': 'x' }), 'application/zip'),
    file('program.txt', Buffer.from('MZ\0\0binary'), 'text/plain'),
    file('latin.txt', Buffer.from([0x47, 0xfc, 0xdf]), 'text/plain'),
    file('script.js', 'alert(1)', 'text/plain'),
  ]
  const browser = given.browser()
  for (const one of refused) {
    expect(await browser.send('See', { attachments: [file('fine.txt', 'fine'), one] })).toMatchObject({
      status: 422,
      body: { code: 'ATTACHMENT_TYPE_NOT_ACCEPTED', files: [{ name: one.name, mime_type: one.mime_type }] },
    })
  }
  expect((await browser.get('/messages')).body.conversation).toBeNull()
})

test('the limits of size and number hold, and files alone are a message', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  const many = Array.from({ length: 11 }, (_, n) => file(`${n}.txt`, 'x'))
  expect(await browser.send('Eleven', { attachments: many })).toMatchObject({
    status: 422,
    body: { code: 'ATTACHMENT_LIMIT_EXCEEDED', reason: 'MAX_ATTACHMENT_COUNT' },
  })
  const large = file('large.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))
  expect(await browser.send('Large', { attachments: [large] })).toMatchObject({
    status: 422,
    body: { reason: 'MAX_ATTACHMENT_SIZE' },
  })
  const { message } = await browser.sendAndWait('', { attachments: [file('alone.txt', 'x')] })
  expect(message.attachments).toHaveLength(1)
  for (const blank of [' ', '\u3000', '\u200b\u2060', '\ufeff', '\u00ad\u202e'])
    expect(await browser.send(blank)).toMatchObject({ status: 400, body: { issues: [{ path: 'message' }] } })
})

test('a file is read by its signed address alone, for some time, and a forged one looks like one that is gone', async () => {
  await using given = await givenWebchat(app)
  await using other = await givenWebchat(app)
  const browser = given.browser()
  const { message } = await browser.sendAndWait('See', {
    attachments: [file('photo.png', png), file('notes.txt', 'Hello')],
  })
  const url = message.attachments[0]?.url ?? ''
  const [, , , organization_id, , expired_at, sign, id] = url.split('/')
  expect(url).toMatch(new RegExp(`^/shared/attachments/${given.organization.id}/webchat/\\d+/[\\w-]+/[0-9a-f-]+$`))
  const get = async (path: string) => readAnswer(await app.anyone.send(path, { method: 'GET' }))
  const served = await app.anyone.send(url, { method: 'GET' })
  expect(Buffer.from(await served.arrayBuffer()).equals(png)).toBe(true)
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': expect.stringContaining('photo.png'),
    'x-content-type-options': 'nosniff',
  })
  const place = (values: Partial<Record<'organization_id' | 'expired_at' | 'sign' | 'id', string>>) => {
    const all = { organization_id, expired_at, sign, id, ...values }
    return `/shared/attachments/${all.organization_id}/webchat/${all.expired_at}/${all.sign}/${all.id}`
  }
  const missing = await get(place({ sign: 'x' }))
  expect(missing.status).toBe(404)
  const forged = [
    place({ expired_at: String(Number(expired_at) + 86_400) }),
    place({ expired_at: '99999999999' }),
    place({ expired_at: 'NaN' }),
    place({ id: message.attachments[1]?.id ?? '' }),
    place({ organization_id: other.organization.id }),
    place({ sign: `${sign}A` }),
    place({ id: 'x' }),
  ]
  for (const path of forged) expect(await get(path), path).toLookLike(missing)

  const gone = async (change: PromiseLike<unknown>) => {
    await change
    expect(await get(url)).toLookLike(missing)
  }
  const set = (values: object) => app.ctx.db.update(messages).set(values).where(eq(messages.id, message.id))
  const { db } = app.ctx
  await gone(set({ deleted_at: new Date() }))
  await set({ deleted_at: null })
  const ofTeammate = eq(aiEmployees.id, given.teammate.id)
  await gone(db.update(aiEmployees).set({ deleted_at: new Date() }).where(ofTeammate))
  await db.update(aiEmployees).set({ deleted_at: null }).where(ofTeammate)
  const here = eq(organizations.id, given.organization.id)
  await gone(db.update(organizations).set({ status: 'inactive' }).where(here))
  await db.update(organizations).set({ status: 'active' }).where(here)
  expect((await get(url)).status).toBe(200)
  app.clock.advance(3 * 86_400_000)
  expect(await get(url)).toLookLike(missing)
})
