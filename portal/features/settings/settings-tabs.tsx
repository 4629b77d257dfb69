import { Link } from '@tanstack/react-router'
import { useMessages } from '../../lib/i18n.ts'
import { useIsManager } from '../../lib/session.ts'
import { Tabs, tabClass } from '../page-parts/tabs.tsx'
import { settingsMessages } from './messages.ts'

/** The parts of the settings, as far as this person may enter them. */
export function SettingsTabs() {
  const words = useMessages(settingsMessages)
  const isManager = useIsManager()
  const tab = { className: tabClass, activeOptions: { exact: true } }
  return (
    <Tabs label={words.parts}>
      <li>
        <Link to="/settings" {...tab}>
          {words.tab.personal}
        </Link>
      </li>
      <li>
        <Link to="/settings/organization" {...tab}>
          {words.tab.organization}
        </Link>
      </li>
      <li>
        <Link to="/settings/variables" {...tab}>
          {words.tab.variables}
        </Link>
      </li>
      <li>
        <Link to="/settings/connectors" {...tab}>
          {words.tab.connectors}
        </Link>
      </li>
      <li>
        <Link to="/settings/inbox" {...tab}>
          {words.tab.inbox}
        </Link>
      </li>
      {isManager && <ManagerTabs />}
    </Tabs>
  )
}

function ManagerTabs() {
  const words = useMessages(settingsMessages)
  const tabs = [
    { to: '/settings/webchat', label: words.tab.webchat },
    { to: '/settings/spending', label: words.tab.spending },
    { to: '/settings/vendors', label: words.tab.vendors },
    { to: '/settings/keys', label: words.tab.keys },
    { to: '/settings/webhooks', label: words.tab.webhooks },
    { to: '/settings/access-groups', label: words.tab.accessGroups },
    { to: '/settings/audit-log', label: words.tab.auditLog },
  ] as const
  return tabs.map(({ to, label }) => (
    <li key={to}>
      <Link to={to} className={tabClass}>
        {label}
      </Link>
    </li>
  ))
}
