import { Outlet, useLocation } from '@tanstack/react-router'
import { useMessages } from '../../lib/i18n.ts'
import { PageTabs } from '../page-parts/tabs.tsx'
import { Page } from '../shell/page.tsx'
import { settingsMessages } from './messages.ts'
import { useSettingsParts } from './use-settings-parts.ts'

export function SettingsPage() {
  const words = useMessages(settingsMessages)
  const { title, parts } = useSettingsParts()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Page title={title} part={path} tabs={<PageTabs label={words.parts} parts={parts} />}>
      <Outlet />
    </Page>
  )
}
