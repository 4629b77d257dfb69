import { format as formatNumber, getFormatFromId, isDateFormat } from 'numfmt'
import type { Package } from '../office/package.ts'
import type { Attributes } from '../office/parse-xml.ts'
import { PLAIN, styledText, type TextStyle } from '../styled-text.ts'
import { localFormat, outsideQuotes } from './local-formats.ts'
import { withFontProperty } from './rich-text.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const UNIX_EPOCH_SERIAL = 25_569
/** Where the calendar of 1904 begins in the one of 1900. */
const DAYS_TO_1904 = 1462
/** Excel accepts no longer one. */
const MAX_FORMAT_LENGTH = 255
const DURATION = /\[(h+|m+|s+)\]/i
/** A spreadsheet counts no more digits. */
const PRECISION = 15

/** Shows a value as its cell does; a number format may also say how a text is shown. */
export type ShowValue = (value: number | string, style: number) => string

/** The number formats of a workbook, by the styles that cells name. */
export async function readNumberFormats(file: Package, styles: string | null, isFrom1904: boolean): Promise<ShowValue> {
  const codes = new Map<number, string>()
  const shown: ShowFormatted[] = []
  const fonts: TextStyle[] = []
  let isInCellStyles = false
  let isInFonts = false
  if (styles)
    await file.read(styles, {
      open(name, attributes) {
        const { numFmtId, formatCode = '', fontId } = attributes
        if (name === 'fonts') isInFonts = true
        else if (isInFonts) readFont(fonts, name, attributes)
        else if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
        else if (name === 'cellXfs') isInCellStyles = true
        else if (name === 'xf' && isInCellStyles)
          shown.push(
            withFont(showFormat(Number(numFmtId ?? 0), codes.get(Number(numFmtId)), isFrom1904), fonts[Number(fontId)]),
          )
      },
      close(name) {
        if (name === 'cellXfs') isInCellStyles = false
        else if (name === 'fonts') isInFonts = false
      },
    })
  return (value, style) => (shown[style] ?? showGeneral)(value)
}

type ShowFormatted = (value: number | string) => string

function readFont(fonts: TextStyle[], name: string, attributes: Attributes): void {
  if (name === 'font') fonts.push(PLAIN)
  else fonts.push(withFontProperty(fonts.pop() ?? PLAIN, name, attributes))
}

function withFont(show: ShowFormatted, style: TextStyle | undefined): ShowFormatted {
  return style?.shift || style?.isStruck ? (value) => styledText(show(value), style) : show
}

function showFormat(id: number, code: string | undefined, isFrom1904: boolean): ShowFormatted {
  const inCalendar = (value: number) => (isFrom1904 ? value + DAYS_TO_1904 : value)
  if (code === undefined && isLocalDate(id))
    return (value) => (typeof value === 'number' ? isoDate(inCalendar(value)) : value)
  const pattern = (code ?? getFormatFromId(id) ?? 'General').slice(0, MAX_FORMAT_LENGTH)
  if (/^(?:general|@)?$/i.test(pattern)) return showGeneral
  const isCalendarDate = isDate(pattern) && !DURATION.test(pattern)
  return (value) => {
    try {
      if (typeof value === 'string') return formatNumber(pattern, value)
      const number = isCalendarDate ? inCalendar(value) : value
      return formatNumber(localFormat(withAllDigits(pattern, number), number), number)
    } catch {
      return showGeneral(value)
    }
  }
}

function isDate(pattern: string): boolean {
  try {
    return isDateFormat(pattern)
  } catch {
    return false
  }
}

/**
 * Dates that every viewer sees in the order of their own country: what the ids 14 and 22 show, and the East Asian ones, of
 * which some are a time in one country and a date in another. They become ISO dates, which are read alike everywhere.
 */
const isLocalDate = (id: number): boolean => id === 14 || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** As many digits as the value has, although a narrow column shows fewer: an order's number has to be whole. */
function showGeneral(value: number | string): string {
  if (typeof value === 'string') return value
  const text = String(Number(value.toPrecision(PRECISION)))
  return text.replace(/e([+-])(\d+)$/, (_, sign: string, digits: string) => `E${sign}${digits.padStart(2, '0')}`)
}

/** `General` in a longer format has as many digits too. */
function withAllDigits(pattern: string, value: number): string {
  const [, decimals = ''] = showGeneral(value).split('.')
  if (/E/.test(showGeneral(value))) return pattern
  const code = decimals === '' ? '0' : `0.${'0'.repeat(decimals.length)}`
  return outsideQuotes(pattern, (piece) => piece.replaceAll(/general/gi, code))
}

/** `2026-11-21`, with the time where there is one; a value that is no date stays a number. */
function isoDate(serial: number): string {
  // Spreadsheets count a 29 February 1900, which never was.
  const days = serial >= 1 && serial < 60 ? serial + 1 : serial
  const time = new Date(Math.round(((days - UNIX_EPOCH_SERIAL) * DAY_MS) / 1000) * 1000)
  if (serial < 0 || Number.isNaN(time.getTime())) return showGeneral(serial)
  const text = time.toISOString()
  if (serial < 1) return text.slice(11, 19)
  return serial % 1 === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

/** The number of days of an ISO date as a cell stores it, or null. */
export function serialOf(iso: string, isFrom1904: boolean): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})?(?:T?(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?Z?$/.exec(iso)
  if (!match || iso === '') return null
  const [, day, time = '00:00'] = match
  const parsed = Date.parse(`${day ?? '1970-01-01'}T${time}Z`)
  if (Number.isNaN(parsed)) return null
  const serial = parsed / DAY_MS + (day ? UNIX_EPOCH_SERIAL : 0)
  return isFrom1904 && day ? serial - DAYS_TO_1904 : serial
}
