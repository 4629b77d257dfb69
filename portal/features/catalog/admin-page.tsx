import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { useMessages } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs, tabClass } from '../page-parts/tabs.tsx'
import { Page } from '../shell/page.tsx'
import { catalogMessages } from './messages.ts'

const tabs = [
  { to: '/admin/models', name: 'models' },
  { to: '/admin/voices', name: 'voices' },
  { to: '/admin/defaults', name: 'defaults' },
] as const

export function AdminPage() {
  const words = useMessages(catalogMessages)
  const { user } = useSession()
  const path = useLocation({ select: ({ pathname }) => pathname })
  if (!user.is_admin)
    return (
      <Page title={words.title}>
        <EmptyState icon={<ShieldAlert aria-hidden />} title={words.forbidden} text={words.forbiddenText} />
      </Page>
    )
  return (
    <Page
      title={words.title}
      part={path}
      tabs={
        <Tabs label={words.parts}>
          {tabs.map(({ to, name }) => (
            <li key={to}>
              <Link to={to} className={tabClass}>
                {words.tab[name]}
              </Link>
            </li>
          ))}
        </Tabs>
      }
    >
      <Outlet />
    </Page>
  )
}
