import type { Language } from '../../../lib/i18n.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long that is, in its largest unit; null for less than a minute. */
export function waitedFor(since: string, now: number, language: Language): string | null {
  const ms = now - new Date(since).getTime()
  const [unit, size] = units.find(([, size]) => ms >= size) ?? []
  if (!unit || !size) return null
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })
  return format.format(Math.floor(ms / size))
}
