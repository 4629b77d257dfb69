import type { Language } from './i18n.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The person's own habits of writing dates, where the browser knows them for this language. */
function localeOf(language: Language): string {
  return navigator.languages.find((locale) => locale.startsWith(language) && isLocale(locale)) ?? language
}

/** Some systems hand the browser a name of their own, such as `en-US@posix`. */
function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0
  } catch {
    return false
  }
}

function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), options)
  formats.set(key, format)
  return format
}

export function formatTime(instant: string, language: Language): string {
  return formatOf(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(instant))
}

export function formatMoment(instant: string, language: Language): string {
  return formatOf(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(instant))
}

/** The time of today, the day of this year, or a day of another. */
export function formatWhen(instant: string, language: Language): string {
  const now = new Date()
  const time = new Date(instant)
  if (time.toDateString() === now.toDateString()) return formatTime(instant, language)
  const isThisYear = time.getFullYear() === now.getFullYear()
  const day = { day: 'numeric', month: 'short' } as const
  return formatOf(language, isThisYear ? day : { ...day, year: 'numeric' }).format(time)
}

/** A day (UTC) that is no moment: the same wherever it is read. */
export function formatDay(day: string, language: Language): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return formatOf(language, options).format(new Date(day))
}

/** The month of this year, or of another by its number. */
export function formatMonth(month: Date, language: Language): string {
  const sameYear = month.getFullYear() === new Date().getFullYear()
  const name = formatOf(language, sameYear ? { month: 'long' } : { month: 'long', year: 'numeric' }).format(month)
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

export function formatBytes(bytes: number, language: Language): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)))
  // “134 bytes”, but “1.2 kB”: the short word for bytes has no plural.
  const unitDisplay = power === 0 ? 'long' : 'short'
  const options = { style: 'unit', unit: units[power] ?? 'byte', unitDisplay, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, options).format(bytes / 1024 ** power)
}

export function formatSeconds(milliseconds: number, language: Language): string {
  const options = { style: 'unit', unit: 'second', unitDisplay: 'narrow', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, options).format(milliseconds / 1000)
}

/** Whole cents for what people pay; a fraction of a cent keeps two digits, so that it does not look like nothing. */
export function formatUsd(usd: number, language: Language): string {
  const tiny = usd !== 0 && Math.abs(usd) < 0.01
  const digits = tiny ? { maximumSignificantDigits: 2 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', ...digits }).format(usd)
}

/** A price per million: as exact as it was set. */
export function formatPrice(usd: number, language: Language): string {
  const options = { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 6 } as const
  return new Intl.NumberFormat(language, options).format(usd)
}

export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value)
}

export function formatShare(share: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share)
}
