import type { Page } from 'playwright-core'

export const composerOn = (page: Page) => page.getByRole('textbox', { name: /^Message / })

/** Leaves the conversation that is shown for an empty one, which gets its address with its first message. */
export async function newChat(page: Page): Promise<void> {
  await composerOn(page).waitFor()
  await page.getByRole('link', { name: 'New chat' }).first().click()
  await page.waitForURL((url) => url.searchParams.get('conversation') === 'new')
}

export async function send(page: Page, text: string): Promise<void> {
  await composerOn(page).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** The text of the last answer, as far as it is there. */
export async function answerOn(page: Page): Promise<string> {
  const answer = page.locator('.markdown').last()
  return (await answer.count()) > 0 ? ((await answer.textContent()) ?? '') : ''
}
