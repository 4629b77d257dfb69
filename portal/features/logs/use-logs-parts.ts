import { useMessages } from '../../lib/i18n.ts'
import type { Parts } from '../page-parts/tabs.tsx'
import { logMessages } from './messages.ts'

/** What ran, and what all of it used. */
export function useLogsParts(): Parts {
  const words = useMessages(logMessages)
  return {
    title: words.title,
    parts: [
      { to: '/logs', label: words.runs },
      { to: '/usage', label: words.usage },
    ],
  }
}
