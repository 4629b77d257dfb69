import { format as formatNumber, getFormatFromId, isDateFormat } from 'numfmt'
import { localFormat, outsideQuotes } from './local-formats.ts'

export const DAY_MS = 24 * 60 * 60 * 1000
export const UNIX_EPOCH_SERIAL = 25_569
/** Where the calendar of 1904 begins in the one of 1900. */
export const DAYS_TO_1904 = 1462
/** Excel accepts no longer one. */
const MAX_FORMAT_LENGTH = 255
const DURATION = /\[(h+|m+|s+)\]/i
/** A spreadsheet counts no more digits. */
const PRECISION = 15

export type ShowFormatted = (value: number | string) => string

/** How a number format shows values, by its code or by the id of one that every workbook has. */
export function showFormat(id: number, code: string | undefined, isFrom1904: boolean): ShowFormatted {
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
export function showGeneral(value: number | string): string {
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
