import { Outlet, useLocation } from '@tanstack/react-router'
import { useMessages } from '../../lib/i18n.ts'
import { Page } from '../shell/page.tsx'
import { settingsMessages } from './messages.ts'
import { SettingsTabs } from './settings-tabs.tsx'

export function SettingsPage() {
  const words = useMessages(settingsMessages)
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Page title={words.title} part={path} tabs={<SettingsTabs />}>
      <Outlet />
    </Page>
  )
}
