import { useMessages } from '../../lib/i18n.ts'
import type { Parts } from '../page-parts/tabs.tsx'
import { staffMessages } from './messages.ts'

export function useStaffParts(): Parts {
  const words = useMessages(staffMessages)
  return {
    title: words.staff,
    parts: [
      { to: '/staff', label: words.teammates },
      { to: '/staff/people', label: words.people },
    ],
  }
}
