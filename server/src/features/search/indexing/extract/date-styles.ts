import type { Package } from './open-package.ts'

/** The formats that every workbook has without naming them and that show a date. */
const BUILT_IN = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
const DAY_MS = 24 * 60 * 60 * 1000
/** What the first days of the two calendars of spreadsheets lack to 1970. */
const FROM_1900 = 25_569
const FROM_1904 = 24_107

/** The styles under which a number is a date: by their place, as cells name them. */
export async function readDateStyles(file: Package): Promise<Set<number>> {
  const styles = new Set<number>()
  if (!file.names.includes('xl/styles.xml')) return styles
  const formats = new Set(BUILT_IN)
  let inside = false
  let index = 0
  await file.read('xl/styles.xml', {
    open(name, { numFmtId, formatCode = '' }) {
      if (name === 'numFmt' && showsDate(formatCode)) formats.add(Number(numFmtId))
      else if (name === 'cellXfs') inside = true
      else if (name === 'xf' && inside) {
        if (formats.has(Number(numFmtId ?? 0))) styles.add(index)
        index++
      }
    },
    close(name) {
      if (name === 'cellXfs') inside = false
    },
  })
  return styles
}

/** Letters of a date, outside of quoted words, escaped characters and colours. */
const showsDate = (format: string): boolean => /[ymdhs]/i.test(format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))

/** `2026-11-21`, with the time where there is one; what is no date stays the number that it is. */
export function dateOf(serial: number, from_1904: boolean): string {
  const time = new Date(Math.round((serial - (from_1904 ? FROM_1904 : FROM_1900)) * DAY_MS))
  if (Number.isNaN(time.getTime())) return String(serial)
  const text = time.toISOString()
  if (serial < 1) return text.slice(11, 19)
  return serial % 1 === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
