import { dateFromSerial } from 'numfmt'

/** Turns a number format into one that the formatting library shows as spreadsheets do; `value` is the number to be shown. */
export function localFormat(pattern: string, value: number): string {
  const currency = pattern.replaceAll(/\[\$([^\]-]+)-[0-9A-F]+\]/gi, '[$$$1]')
  const slavic = SLAVIC.exec(currency)
  if (slavic) return withMonth(currency.replace(SLAVIC, ''), slavic[1] === '19' ? 'ru' : 'uk', value)
  return JAPANESE.test(currency) && /g/i.test(currency) ? withEra(currency, value) : currency
}

/** Excel's own marks for Russian and Ukrainian dates, in which the name of the month is inflected. */
const SLAVIC = /\[\$-FC(19|22)\]/i
const JAPANESE = /\[\$-[0-9A-F]*411\]/i

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
function withEra(pattern: string, value: number): string {
  const date = utcDate(value)
  const era = (length: 'long' | 'narrow') => part('ja-JP-u-ca-japanese', { era: length, year: 'numeric' }, 'era', date)
  const year = part('en-u-ca-japanese', { year: 'numeric' }, 'year', date)
  return outsideQuotes(pattern, (piece) =>
    piece
      .replaceAll(/e+/gi, quoted(year))
      .replaceAll(/g+/gi, (letters) =>
        quoted(letters.length === 1 ? era('narrow') : letters.length === 2 ? era('long').slice(0, 1) : era('long')),
      ),
  )
}

const quoted = (text: string): string => `"${text}"`

/** Changes what is code in a format: neither a quoted text nor an escaped character, nor what is in brackets. */
const outsideQuotes = (pattern: string, change: (piece: string) => string): string =>
  pattern
    .split(/("[^"]*"|\\.|\[[^\]]*\])/)
    .map((piece, at) => (at % 2 === 0 ? change(piece) : piece))
    .join('')
