import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { foldText } from '#contracts/fold-text.ts'
import { testApp } from '#testing/app.ts'

const app = await testApp()

/**
 * Capitals that are newer than the tables of PostgreSQL 15: of Latin letters for scholars, Glagolitic, Georgian and Cyrillic
 * letters that no living language writes.
 */
const TOO_NEW = /[\u1c89\u2c2f\ua7c0-\ua7f5]/
/** Marks, whose order among others PostgreSQL 15 does not know. */
const MARKS_TOO_NEW = /\u0897|\u0c5c|\u0ece|[\u1acf-\u1aff]/
const UNASSIGNED = /[\p{Cn}\p{Co}\p{Cs}]/u

const foldedByDatabase = async (texts: string[]): Promise<string[]> => {
  const { rows } = await app.ctx.db.execute<{ texts: string[] }>(
    sql`select array_agg(fold_text(given) order by place) as texts
      from unnest(${sql.param(texts)}::text[]) with ordinality as one(given, place)`,
  )
  return rows[0]?.texts ?? []
}

test('the database folds every letter as the program does', async () => {
  const letters = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code + 1)).filter(
    (letter) => !UNASSIGNED.test(letter) && !TOO_NEW.test(letter),
  )
  const folded = await foldedByDatabase(letters)
  expect(folded).toHaveLength(letters.length)
  const differing = letters.filter((letter, index) => foldText(letter) !== folded[index])
  expect(differing.map((letter) => letter.codePointAt(0)?.toString(16))).toEqual([])
})

test.each([
  ['Muñoz', 'munoz'],
  ['Straße, STRASSE, STRAẞE', 'strasse, strasse, strasse'],
  ['İstanbul Iğdır', 'istanbul igdir'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['مُحَمَّد محمّـد', 'محمد محمد'],
  ['ＡＢＣ １２３ ｶﾞ', 'abc 123 か\u3099'.replace('か\u3099', 'ガ')],
  ['Ёлка, ещё, мой', 'елка, еще, мой'],
  ['И\u0306од Й', 'йод й'],
  ['٤٥ ۴۵ ४५ ๔๕', '45 45 45 45'],
  ['שָׁלוֹם', 'שלומ'],
  ['한국어 \u1112\u1161\u11ab', '한국어 한'],
  ['“Œuvre” – Łódź', '"oeuvre" - lodz'],
])('%s is %s to every search, in the program and in the database', async (text, folded) => {
  expect(foldText(text)).toBe(folded)
  expect(await foldedByDatabase([text])).toEqual([folded])
})

/** A few hundred texts of neighbors in one script, of marks, and of letters that case and composition change. */
function randomTexts(): string[] {
  const letters = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code + 1)).filter(
    (letter) => ![UNASSIGNED, TOO_NEW, MARKS_TOO_NEW].some((excluded) => excluded.test(letter)),
  )
  const marks = letters.filter((letter) => /\p{M}/u.test(letter))
  const tricky = Array.from('ИиΣσςİIıißſ ﷺ')
  let seed = 20_26
  const pick = (from: readonly string[], near = 0, within = from.length): string => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return from[(near + Math.floor((seed / 2_147_483_648) * within)) % from.length] ?? ''
  }
  return Array.from({ length: 3000 }, (_, nth) => {
    const near = (nth * 23) % letters.length
    return Array.from({ length: 2 }, () => pick(letters, near, 40) + pick(marks) + pick(tricky) + pick(letters)).join(
      '',
    )
  })
}

test('the database folds texts of several letters as the program does, and folding them again changes nothing', async () => {
  const texts = randomTexts()
  const folded = texts.map(foldText)
  expect(await foldedByDatabase(texts)).toEqual(folded)
  expect(folded.map(foldText)).toEqual(folded)
})

test('of a letter with more marks than any language has, the database folds as many as the program does', async () => {
  const marks = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code + 1)).filter(
    (mark) => /[\p{M}\uff9e\uff9f]/u.test(mark) && !MARKS_TOO_NEW.test(mark),
  )
  // In the wrong order, so that normalization moves every mark past all those before it.
  const mixed = `ก${'\u0e48\u0e38'.repeat(5000)}ข`
  const texts = [...marks.map((mark) => `a${mark.repeat(40)}b`), mixed, `${mixed}й${mixed}`]
  expect(await foldedByDatabase(texts)).toEqual(texts.map(foldText))
})
