import { useLanguage } from '../../../lib/i18n.ts'
import { lazyValue, useLazyValue } from '../../../lib/lazy-value.ts'

const description = lazyValue(() => import('./describe-cron.ts').then(({ describeCron }) => describeCron))

/** What a cron expression means, such as “At 09:00, Monday through Friday”; undefined while it has no meaning. */
export function useScheduleInWords(cron: string): string | undefined {
  const language = useLanguage()
  return useLazyValue(description)?.(cron, language)
}
