import type { Locator, Page } from 'playwright-core'

/** The visible text of a toast; screen readers get it from a separate element. */
export const toastOn = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(text)
