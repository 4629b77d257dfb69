import { useMessages } from '../../lib/i18n.ts'
import { useIsManager } from '../../lib/session.ts'
import type { Parts } from '../page-parts/tabs.tsx'
import { settingsMessages } from './messages.ts'

/** The parts of the settings, as far as this person may enter them. */
export function useSettingsParts(): Parts {
  const { title, tab } = useMessages(settingsMessages)
  const isManager = useIsManager()
  return {
    title,
    parts: [
      { to: '/settings', label: tab.personal },
      { to: '/settings/organization', label: tab.organization },
      { to: '/settings/variables', label: tab.variables },
      { to: '/settings/connectors', label: tab.connectors },
      { to: '/settings/inbox', label: tab.inbox },
      ...(isManager ? partsOfManagers(tab) : []),
    ],
  }
}

const partsOfManagers = (tab: typeof settingsMessages.en.tab): Parts['parts'] => [
  { to: '/settings/webchat', label: tab.webchat },
  { to: '/settings/spending', label: tab.spending },
  { to: '/settings/vendors', label: tab.vendors },
  { to: '/settings/keys', label: tab.keys },
  { to: '/settings/webhooks', label: tab.webhooks },
  { to: '/settings/access-groups', label: tab.accessGroups },
  { to: '/settings/audit-log', label: tab.auditLog },
]
