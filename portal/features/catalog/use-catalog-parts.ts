import { useMessages } from '../../lib/i18n.ts'
import type { Parts } from '../page-parts/tabs.tsx'
import { catalogMessages } from './messages.ts'

/** What platform administrators look after. */
export function useCatalogParts(): Parts {
  const { title, tab } = useMessages(catalogMessages)
  return {
    title,
    parts: [
      { to: '/admin/models', label: tab.models },
      { to: '/admin/voices', label: tab.voices },
      { to: '/admin/defaults', label: tab.defaults },
    ],
  }
}
