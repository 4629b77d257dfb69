import { dateFromSerial } from 'numfmt'
import { type FormatTag, readTag } from './format-tag.ts'

/** Turns a number format into one that the formatting library shows as spreadsheets do; `value` is the number to be shown. */
export function localFormat(pattern: string, value: number): string {
  const currency = pattern.replaceAll(/\[\$([^[\]-]+)-[^[\]]*\]/g, '[$$$1]')
  const tag = readTag(currency)
  if (!tag || value >= END_OF_DATES) return currency
  if (tag.isInflected) return withMonth(currency.replace(tag.text, `[$-${tag.locale}]`), tag.locale, value)
  if (tag.calendar === 'buddhist') return withBuddhistYear(currency, value)
  if (tag.calendar === 'japanese') return withEra(currency, tag, value)
  return tag.calendar === 'roc' ? withTaiwaneseYear(currency, value) : currency
}

/** Spreadsheets know no date after 9999. */
const END_OF_DATES = 2_958_466

const utcDate = (serial: number): Date => {
  const [year = 0, month = 1, day = 1] = dateFromSerial(serial)
  return new Date(Date.UTC(year, month - 1, day))
}

const part = (locale: string, options: Intl.DateTimeFormatOptions, type: string, date: Date): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).formatToParts(date).find((one) => one.type === type)
    ?.value ?? ''

function withMonth(pattern: string, locale: string, value: number): string {
  const date = utcDate(value)
  const inflected = part(locale, { day: 'numeric', month: 'long' }, 'month', date)
  const alone = part(locale, { month: 'long' }, 'month', date)
  return outsideQuotes(pattern, (piece) => piece.replaceAll(/m{4,}/gi, quoted(/d/i.test(pattern) ? inflected : alone)))
}

/** A Japanese year is counted within its era: `ggge` is 令和8. */
function withEra(pattern: string, { countsFromGannen }: FormatTag, value: number): string {
  const date = utcDate(value)
  const era = (length: 'long' | 'narrow') => part('ja-JP-u-ca-japanese', { era: length, year: 'numeric' }, 'era', date)
  const year = part('en-u-ca-japanese', { year: 'numeric' }, 'year', date)
  return outsideQuotes(pattern, (piece) =>
    piece
      .replaceAll(YEAR_OF_ERA, quoted(countsFromGannen && year === '1' ? '元' : year))
      .replaceAll(/g+/gi, (letters) =>
        quoted(letters.length === 1 ? era('narrow') : letters.length === 2 ? era('long').slice(0, 1) : era('long')),
      ),
  )
}

/** Not the exponent of a number. */
const YEAR_OF_ERA = /(?<!e)e+(?![e+-])/gi
const FIRST_YEAR_OF_REPUBLIC = 1912

/** Years of Taiwan count from the founding of the republic: `e` of 2026 is 115. */
function withTaiwaneseYear(pattern: string, value: number): string {
  const year = utcDate(value).getUTCFullYear() - FIRST_YEAR_OF_REPUBLIC + 1
  if (year < 1) return pattern
  return outsideQuotes(pattern, (piece) =>
    piece
      .replaceAll(YEAR_OF_ERA, quoted(String(year)))
      .replaceAll(/g+/gi, (letters) => quoted(letters.length < 3 ? '民國' : '中華民國')),
  )
}

const BUDDHIST_YEARS = 543

function withBuddhistYear(pattern: string, value: number): string {
  const year = String(utcDate(value).getUTCFullYear() + BUDDHIST_YEARS)
  return outsideQuotes(pattern, (piece) =>
    piece.replaceAll(/y+|(?<!e)e+(?![e+-])/gi, (letters) => quoted(/^yy?$/i.test(letters) ? year.slice(-2) : year)),
  )
}

const quoted = (text: string): string => `"${text}"`

/** Changes what is code in a format: neither a quoted text nor an escaped character, nor what is in brackets. */
export const outsideQuotes = (pattern: string, change: (piece: string) => string): string =>
  pattern
    .split(/("[^"]*"|\\.|\[[^\]]*\])/)
    .map((piece, at) => (at % 2 === 0 ? change(piece) : piece))
    .join('')
