// Pictures of every page at two widths in both themes: `npm run screenshots -- [folder] [part of a page's name]`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { desktop, launchBrowser, openVisit, phone, signInAs } from './browser.ts'
import { fillOffice, type Office } from './office.ts'
import { startRealServer } from './server.ts'

const [folder = 'screenshots', only = ''] = process.argv.slice(2)

type Shot = {
  name: string
  path: (office: Office) => string
  /** Brings the page into the state to be shown. */
  prepare?: (page: Page) => Promise<void>
}

const shots: Shot[] = [
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

mkdirSync(folder, { recursive: true })
await using server = await startRealServer()
const browser = await launchBrowser()
try {
  const office = await fillOffice(browser, server.base_url)
  for (const theme of ['light', 'dark'] as const) {
    for (const viewport of [desktop, phone]) {
      await using visit = await openVisit(browser, server.base_url, { theme, viewport })
      const { page } = visit
      const take = (name: string) =>
        page.screenshot({ path: join(folder, `${name}-${viewport.width}-${theme}.png`), animations: 'disabled' })
      await page.goto('/login')
      await page.getByRole('button', { name: 'Alex Admin' }).waitFor()
      if ('login'.includes(only)) await take('login')
      await signInAs(page, 'Alex Admin')
      for (const { name, path, prepare } of shots.filter((shot) => shot.name.includes(only))) {
        await page.goto(path(office))
        await page.waitForLoadState('networkidle')
        await prepare?.(page)
        await page.waitForTimeout(400)
        await take(name)
      }
      for (const fault of visit.faults) console.error(`${viewport.width} ${theme}: ${fault}`)
    }
  }
} finally {
  await browser.close()
}
console.log(`The pictures are in ${folder}/.`)

async function pressOutside(page: Page, key: string): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press(key)
}
