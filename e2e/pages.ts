import type { Page } from 'playwright-core'
import type { Office } from './office.ts'

/** A page, or one of its states, as it is to be looked at. */
type Look = {
  name: string
  path: (office: Office) => string
  /** Brings the page into the state to be shown. */
  prepare?: (page: Page) => Promise<void>
}

export const pages: Look[] = [
  { name: 'chat', path: ({ chat }) => chat },
  { name: 'chat-empty', path: ({ empty_chat }) => empty_chat },
  { name: 'palette', path: ({ chat }) => chat, prepare: (page) => page.keyboard.press('Control+K') },
  { name: 'keys', path: ({ chat }) => chat, prepare: (page) => pressOutside(page, '?') },
  { name: 'teammates', path: () => '/staff' },
  { name: 'teammate', path: ({ teammate_id }) => `/staff/ai/${teammate_id}` },
  { name: 'teammate-model', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=model` },
  { name: 'teammate-tools', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=tools` },
  { name: 'teammate-api', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=api` },
  { name: 'teammate-versions', path: ({ teammate_id }) => `/staff/ai/${teammate_id}?tab=versions` },
  { name: 'settings', path: () => '/settings' },
  { name: 'settings-organization', path: () => '/settings/organization' },
  { name: 'settings-spending', path: () => '/settings/spending' },
  { name: 'settings-vendors', path: () => '/settings/vendors' },
  { name: 'settings-keys', path: () => '/settings/keys' },
  { name: 'settings-access', path: () => '/settings/access-groups' },
  { name: 'admin-models', path: () => '/admin/models' },
  { name: 'admin-voices', path: () => '/admin/voices' },
  { name: 'admin-defaults', path: () => '/admin/defaults' },
  { name: 'missing', path: () => '/nowhere' },
]

async function pressOutside(page: Page, key: string): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press(key)
}
