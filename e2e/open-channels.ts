import type { Page } from 'playwright-core'
import { quiet } from './quiet.ts'

/** Opens the page on which a teammate’s bot on a platform is set up, the way that people go. */
export async function openChannels(page: Page, teammate: string, platform: string): Promise<void> {
  await page.goto('/staff')
  await page.getByRole('link', { name: new RegExp(`^${teammate}`) }).click()
  await page
    .getByRole('navigation', { name: 'Teammate sections' })
    .getByRole('link', { name: 'Channels', exact: true })
    .click()
  await page.getByRole('heading', { name: platform, exact: true }).waitFor()
  await quiet(page)
}
