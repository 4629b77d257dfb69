import type { Language } from '../../../lib/i18n.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The time of today, the day of this year, or a day of another. */
export function formatChanged(instant: string, language: Language, now = new Date()): string {
  const time = new Date(instant)
  const isToday = time.toDateString() === now.toDateString()
  const isThisYear = time.getFullYear() === now.getFullYear()
  const options: Intl.DateTimeFormatOptions = isToday
    ? { hour: '2-digit', minute: '2-digit' }
    : { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) }
  const key = `${language} ${isToday} ${isThisYear}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  return format.format(time)
}
