import { beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#testing/app.ts'
import { hasVectors, searchAt, settled } from '#testing/storage/documents.ts'
import { givenStorage } from '#testing/storage/storage.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()
const cyrillic = (text: string) =>
  Buffer.from(Array.from(text, (letter) => (letter > '\u{400}' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0))))
const sentence = 'Größe und Übermaß: 59,00 €'

const encodings: [string, Buffer, string][] = [
  ['UTF-8 with a mark', Buffer.from(`\ufeff${sentence}`), 'größe und übermaß'],
  ['UTF-16 of the little end', Buffer.from(`\ufeff${sentence}`, 'utf16le'), 'größe und übermaß'],
  ['UTF-16 of the big end', bigEndian(`\ufeff${sentence}`), 'größe und übermaß'],
  ['UTF-16 without a mark', Buffer.from(`${sentence}, in two bytes a letter`, 'utf16le'), 'größe und übermaß'],
  ['Latin-1', Buffer.from('Größe und Übermaß', 'latin1'), 'größe und übermaß'],
  ['Cyrillic letters of one byte', cyrillic('Возврат товара в течение 30 дней'), 'возврат товара'],
  ['lines of an old Macintosh', Buffer.from('first\rGröße und Übermaß\rlast'), 'größe und übermaß'],
  ['a NUL amid the text', Buffer.from('Größe\0 und Übermaß'), 'größe und übermaß'],
]

test.each(encodings)('a text in %s is indexed, and found in other letters than its own', async (_what, bytes, q) => {
  const { member } = await givenStorage(app)
  await member.upload('text.txt', bytes)
  expect(await settled(member, 'text.txt')).toMatchObject({ index_state: 'Indexed' })
  const { body } = await searchAt(member, 'search', q)
  expect(body).toMatchObject({ matched_files: 1, truncated: false, results: [{ path: 'text.txt', matches: 1 }] })
  expect(body.results[0].lines[0].text).not.toMatch(/\ufeff|\ufffd|\0/)
})

test('bytes that are no text fail with a reason, and no search stumbles over them', async () => {
  const { member } = await givenStorage(app)
  const junk = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * at * 31 + at) % 256))
  await member.upload('junk.txt', junk)
  await member.upload('next.txt', 'a text')
  expect(await settled(member, 'junk.txt')).toMatchObject({
    index_state: 'Indexing failed',
    index_error: 'The file is not text',
  })
  expect(await settled(member, 'next.txt')).toMatchObject({ index_state: 'Indexed' })
  expect((await searchAt(member, 'search', 'a text')).body).toMatchObject({ matched_files: 1, truncated: false })
})

test('words are found whatever is around them, and numbers and addresses as they are written', async () => {
  const { member } = await givenStorage(app)
  await member.upload('a.md', '«Возврат»: ё-моё (59.00 €), write to help@shop.example.')
  await member.upload('b.md', `${'x'.repeat(999)}${'\u{1f600}'.repeat(700)}`)
  for (const path of ['a.md', 'b.md']) await settled(member, path)
  const long = (await searchAt(member, 'search', '\u{1f600}\u{1f600}')).body.results
  expect(long).toMatchObject([{ path: 'b.md', matches: 1 }])
  expect(JSON.stringify(long)).not.toMatch(/\ufffd|\\ud/)
  expect((await searchAt(member, 'search', 'ΟΔΟΣ')).body.matched_files).toBe(0)
  await member.upload('greek.md', 'Η ΟΔΟΣ')
  await settled(member, 'greek.md')
  expect((await searchAt(member, 'search', 'ΟΔΟΣ')).body.results).toMatchObject([{ path: 'greek.md', matches: 1 }])
  if (!(await hasVectors(app))) return
  for (const q of ['ВОЗВРАТ', 'моё', '59.00', 'help@shop.example', "a'b & | ! (59.00) \\ :*"]) {
    const { status, body } = await searchAt(member, 'semantic-search', q)
    expect([status, body.results[0]?.path], q).toEqual([200, 'a.md'])
  }
  for (const q of ["'", '\\', '& |', '«»', '<->'])
    expect((await searchAt(member, 'semantic-search', q)).status).toBe(200)
})
