import { Outlet, useLocation } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { useMessages } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTabs } from '../page-parts/tabs.tsx'
import { Page } from '../shell/page.tsx'
import { catalogMessages } from './messages.ts'
import { useCatalogParts } from './use-catalog-parts.ts'

/** The models and voices of the whole platform, for its administrators. */
export function AdminPage() {
  const words = useMessages(catalogMessages)
  const { user } = useSession()
  const { parts } = useCatalogParts()
  const path = useLocation({ select: ({ pathname }) => pathname })
  if (!user.is_admin)
    return (
      <Page title={words.title}>
        <EmptyState icon={<ShieldAlert aria-hidden />} title={words.forbidden} text={words.forbiddenText} />
      </Page>
    )
  return (
    <Page title={words.title} part={path} tabs={<PageTabs label={words.parts} parts={parts} />}>
      <Outlet />
    </Page>
  )
}
