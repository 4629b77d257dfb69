import type { Page } from 'playwright-core'
import { z } from 'zod'
import { newChat, send } from './chat.ts'
import { AGAIN } from './send-again.ts'

const Messages = z.looseObject({ data: z.array(z.looseObject({ role: z.string(), content: z.string() })) })

/** A chat whose answer says this, whatever the model said: it is changed on its way into the page. */
export async function showAnswer(page: Page, markdown: string): Promise<void> {
  await newChat(page)
  await send(page, 'count to 3')
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/messages?**', async (route) => {
    const response = await route.fetch(AGAIN)
    const read = Messages.parse(await response.json())
    const data = read.data.map((message) => (message.role === 'ai' ? { ...message, content: markdown } : message))
    await route.fulfill({ response, json: { ...read, data } })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
}
