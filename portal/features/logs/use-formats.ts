import { formatMoment, formatNumber, formatSeconds, formatWhen } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { logMessages } from './messages.ts'

const SECOND_MS = 1000

/** How the logs write times: exact where it matters, and nothing where there is none yet. */
export function useFormats() {
  const words = useMessages(logMessages)
  const language = useLanguage()
  return {
    duration: (ms: number | null): string => {
      if (ms === null) return '–'
      return ms < SECOND_MS ? words.milliseconds(formatNumber(ms, language)) : formatSeconds(ms, language)
    },
    moment: (instant: string): string => formatMoment(instant, language),
    shortMoment: (instant: string): string => formatWhen(instant, language),
  }
}
