import cronstrue from 'cronstrue'
import 'cronstrue/locales/ru.js'
import type { Language } from '../../../lib/i18n.ts'

type Range = { first: number; last: number; isSteady: boolean }

/** The values of each field of a cron expression; days of a month are not as many in each. */
const RANGES: readonly Range[] = [
  { first: 0, last: 59, isSteady: true },
  { first: 0, last: 23, isSteady: true },
  { first: 1, last: 31, isSteady: false },
  { first: 1, last: 12, isSteady: true },
  { first: 0, last: 6, isSteady: true },
]

/** Undefined where it cannot be read, as while it is typed. */
export function describeCron(cron: string, language: Language): string | undefined {
  const fields = cron.trim().split(/\s+/)
  const isNickname = fields.length === 1 && cron.startsWith('@')
  if (fields.length !== RANGES.length && !isNickname) return undefined
  const listed = isNickname ? cron : RANGES.map((range, index) => listUnevenSteps(fields[index] ?? '', range)).join(' ')
  try {
    const text = cronstrue.toString(listed, { locale: language, use24HourTimeFormat: true })
    // Russian has no comma before the last of a list.
    return language === 'ru' ? text.replaceAll(', и ', ' и ') : text
  } catch {
    return undefined
  }
}

/** A step that does not divide its hour, day or year begins again in the next one, so that what it is described as is not even. */
function listUnevenSteps(field: string, { first, last, isSteady }: Range): string {
  const step = Number(/^\*\/(\d+)$/.exec(field)?.[1])
  if (!(step > 1) || (isSteady && (last - first + 1) % step === 0)) return field
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step).join()
}
