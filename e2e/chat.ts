import type { Page } from 'playwright-core'
import { phone } from './browser.ts'

export const composerOn = (page: Page) => page.getByRole('textbox', { name: /^Message / })

/** Leaves the conversation that is shown for an empty one, which gets its address with its first message. */
export async function newChat(page: Page): Promise<void> {
  await composerOn(page).waitFor()
  const isNew = (url: URL) => url.searchParams.get('conversation') === 'new'
  if (isNew(new URL(page.url()))) return
  await page.getByRole('link', { name: 'New chat' }).first().click()
  await page.waitForURL(isNew)
  // The address comes before what it shows, and what is written meanwhile is a draft of the chat before. The field of
  // another chat takes the focus, but on a phone, where the keyboard would cover the chat.
  if ((page.viewportSize()?.width ?? 0) > phone.width) await page.locator('textarea:focus').waitFor()
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
