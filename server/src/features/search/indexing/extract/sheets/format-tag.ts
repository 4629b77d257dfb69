/** What a number format says of language and calendar, such as `[$-411]` or `[$-ja-JP-x-gannen]`. */
export type FormatTag = {
  text: string
  locale: string
  calendar: 'buddhist' | 'japanese' | 'roc' | null
  /** The name of a month is inflected, as it is beside a day. */
  isInflected: boolean
  /** The first year of an era is 元, not 1. */
  countsFromGannen: boolean
}

/** Numbers of calendars, in the byte above the one of the language. */
const CALENDARS: Record<number, FormatTag['calendar']> = { 3: 'japanese', 4: 'roc', 7: 'buddhist' }
/** The languages whose own calendar the letters `e` and `g` mean. */
const CALENDARS_OF_LANGUAGES: Record<string, FormatTag['calendar']> = { ja: 'japanese', 'zh-TW': 'roc' }
/** Excel's numbers of languages; FC marks those in which the name of a month is inflected. */
const LOCALES: Record<number, string> = { 1028: 'zh-TW', 1041: 'ja', 64537: 'ru', 64546: 'uk' }

export function readTag(pattern: string): FormatTag | null {
  const [text, content = ''] = /\[\$-([^[\]]+)\]/.exec(pattern) ?? []
  if (text === undefined) return null
  if (/^[0-9A-F]{3,8}$/i.test(content)) return readNumber(text, Number.parseInt(content, 16))
  const [, language = '', region, variant = '', calendar = '0'] =
    /^([a-z]{2,3})(?:-([a-z]{2}))?(?:-x-(\w+))?(?:,([0-9A-F]{1,4}))?$/i.exec(content) ?? []
  if (language === '') return null
  const locale = region === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`
  return {
    text,
    locale,
    calendar: calendarOf(locale, Number.parseInt(calendar, 16)),
    isInflected: /^gen/i.test(variant),
    countsFromGannen: /^gannen$/i.test(variant),
  }
}

function readNumber(text: string, number: number): FormatTag {
  const language = number & 0xffff
  const locale = LOCALES[language] ?? ''
  const isInflected = language >= 0xfc00
  return {
    text,
    locale,
    calendar: calendarOf(locale, number >>> 16),
    isInflected: isInflected && locale !== '',
    countsFromGannen: false,
  }
}

const calendarOf = (locale: string, digitsAndCalendar: number): FormatTag['calendar'] =>
  CALENDARS[digitsAndCalendar & 0x7f] ??
  CALENDARS_OF_LANGUAGES[locale] ??
  CALENDARS_OF_LANGUAGES[locale.slice(0, 2)] ??
  null
