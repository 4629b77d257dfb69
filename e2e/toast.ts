import type { Locator, Page } from 'playwright-core'

/** The text of a toast, as it is seen; screen readers hear it from a place of its own. */
export const toastOn = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(text)
