import cronstrue from 'cronstrue'
import 'cronstrue/locales/ru.js'
import type { Language } from '../../../lib/i18n.ts'

/** Undefined where it cannot be read, as while it is typed. */
export function describeCron(cron: string, language: Language): string | undefined {
  try {
    return cronstrue.toString(cron, { locale: language, use24HourTimeFormat: true })
  } catch {
    return undefined
  }
}
