import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { conversations } from '#features/conversations/table.ts'
import { testApp } from '#testing/app.ts'
import { conversationOf, givenInbox } from '#testing/chats/inbox.ts'

const app = await testApp()

async function ready() {
  const given = await givenInbox(app)
  const save = async (message: string, conversation: string, contact: object = { id: conversation }) => {
    given.vendor.reply({ text: 'Ok.' })
    const body = { message, channel: 'api', conversation: { id: conversation }, contact }
    expect((await given.client.post(given.path, body)).status).toBe(200)
    return conversationOf(app, conversation, given.organization.id)
  }
  const find = async (q: string) => {
    const answer = await given.operator.get(`${given.base}/conversations/search?q=${encodeURIComponent(q)}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data.map((row: { id: string }) => row.id)
  }
  const marked = async (q: string) => {
    const answer = await given.operator.get(`${given.base}/conversations/search?q=${encodeURIComponent(q)}`)
    const { excerpt, highlights } = answer.body.data[0].match
    return highlights.map(({ start, end }: { start: number; end: number }) => excerpt.slice(start, end))
  }
  return { ...given, save, find, marked }
}

/** What is written, and what people type to find it. */
const SPELLINGS = [
  ['Señor Muñoz wartet', ['Munoz', 'MUÑOZ', 'muñoz', 'sen\u0303or']],
  ['Hauptstraße 5', ['strasse', 'STRASSE', 'Hauptstraße', 'HAUPTSTRAẞE']],
  ['Ask Alí about it', ['Ali', 'alí', 'ALI\u0301']],
  ['كتب مُحَمَّدٌ رسالة', ['محمد', 'مُحَمَّدٌ', 'محمّد', 'رساله']],
  ['ＡＢＣ－１２３ のｶﾞｲﾄﾞ', ['abc', '123', 'ガイド', 'ＡＢＣ']],
  ['Ёлка ещё зелёная', ['елка', 'ЁЛКА', 'зеленая', 'ёлка еще']],
  ['İstanbul ve Iğdır', ['istanbul', 'İSTANBUL', 'igdir', 'ığdır']],
  ['Ο δρόμος ΟΔΟΣ', ['δρομοσ', 'ΔΡΌΜΟΣ', 'οδός', 'δρόμος']],
  ['Order ٤٥٦٧ is late', ['4567', '٤٥٦٧']],
  ['Grüße aus Łódź', ['grusse', 'lodz', 'GRÜSSE']],
] as const

test.each(SPELLINGS)('a message “%s” is found however it is typed', async (text, typed) => {
  await using given = await ready()
  const id = await given.save(text, 'o-1')
  await given.save('Something else', 'o-2')
  for (const q of typed) expect(await given.find(q), q).toEqual([id])
  for (const q of typed) expect(await given.marked(q), q).not.toEqual([])
})

test.each(SPELLINGS)('contacts and titles with “%s” are found however it is typed', async (text, typed) => {
  await using given = await ready()
  const named = await given.save('Hello', 'o-1', { id: 'c1', first_name: text, last_name: 'Lind' })
  const titled = await given.save('Hello', 'o-2')
  await app.ctx.db.update(conversations).set({ title: text }).where(eq(conversations.id, titled))
  for (const q of typed) expect(await given.find(q), q).toEqual([titled, named])
  for (const q of typed) {
    const { body } = await given.operator.get(`${given.base}/contacts?q=${encodeURIComponent(q)}`)
    expect(
      body.data.map((contact: { first_name: string }) => contact.first_name),
      q,
    ).toEqual([text])
  }
})

test('letters that are other letters stay apart, and plain text is found by accented words', async () => {
  await using given = await ready()
  const id = await given.save('Moi dru, munoz and strasse', 'o-1')
  expect(await given.find('Muñoz Straße')).toEqual([id])
  const russian = await given.save('Мой дом', 'o-2')
  expect(await given.find('мой')).toEqual([russian])
  expect(await given.find('мои')).toEqual([])
  for (const nothing of ['´´´', '\u0301\u0301\u0301', '\u200b\u200b\u200b'])
    expect(await given.find(nothing)).toEqual([])
})

test('a name that was changed is found by its new spelling alone', async () => {
  await using given = await ready()
  const id = await given.save('Hello', 'o-1', { id: 'c1', first_name: 'Zoë' })
  expect(await given.find('zoe')).toEqual([id])
  const [contact] = (await given.operator.get(`${given.base}/contacts?q=zoe`)).body.data
  expect((await given.operator.patch(`${given.base}/contacts/${contact.id}`, { first_name: 'Chloé' })).status).toBe(200)
  expect(await given.find('zoe')).toEqual([])
  expect(await given.find('chloe')).toEqual([id])
})
