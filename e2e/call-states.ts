import type { Page } from 'playwright-core'

/** A call with its settings open; where the browser has no microphone, what the page says about it. */
export async function beginCall(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Call|Позвонить:) Robin$/ }).click()
  const settings = page.getByRole('button', { name: /^(Audio settings|Настройки звука)$/ })
  await settings.click()
  const isListening = page.getByText(/^(Listening|Слушает|Hearing you|Слышу вас)$/)
  await isListening.or(page.getByRole('alert')).first().waitFor()
}

/** The voices of the teammate's model. */
export async function showVoices(page: Page): Promise<void> {
  await page.getByRole('list', { name: /^(Voices|Голоса)$/ }).scrollIntoViewIfNeeded()
}
