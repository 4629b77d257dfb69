import type { Page } from 'playwright-core'
import { expect } from 'vitest'
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

/** Sends by the API into the chat that is shown, past the page and its network; each call ends when its answer is whole. */
export async function apiSenderOn(page: Page) {
  const { pathname, searchParams } = new URL(page.url())
  const { request } = page.context()
  const { current_organization_id } = await (await request.get('/api/init/whoami')).json()
  const path = `/api/organizations/${current_organization_id}/employees/${pathname.split('/').at(-1)}/messages`
  const conversation_id = searchParams.get('conversation')
  return async (message: string) => {
    const sent = await request.post(path, { data: { message, conversation_id } })
    expect(sent.status(), await sent.text()).toBe(200)
    const read = async () =>
      (await (await request.get(`${path}?conversation_id=${conversation_id}&limit=1`)).json()).data
    await expect.poll(read).toMatchObject([{ role: 'ai', status: 'completed' }])
  }
}

/** A new chat with one question and its whole answer. */
export async function talk(page: Page, text: string): Promise<void> {
  await newChat(page)
  await send(page, text)
  await page.waitForURL((url) => url.searchParams.get('conversation') !== 'new')
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
}
