import { expect, test } from 'vitest'
import { talk } from './chat.ts'
import { AGAIN } from './send-again.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

test('a reaction and its comment show in the other tab, and can be changed', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 10')
  const second = await person.newPage()
  await second.goto(page.url())
  await page.getByRole('button', { name: 'Bad answer' }).click()
  await page.getByRole('button', { name: 'Other', exact: true }).click()
  await page.getByLabel('Your comment').fill('Eleven is missing.')
  await page.getByRole('form', { name: 'What was wrong with it?' }).getByRole('button', { name: 'Send' }).click()
  await second.getByText('Eleven is missing.').waitFor()
  await expect.poll(() => second.getByRole('button', { name: 'Bad answer' }).getAttribute('aria-pressed')).toBe('true')
  await second.getByRole('button', { name: 'Edit' }).click()
  await second.getByRole('button', { name: 'Too long' }).click()
  await second.getByRole('form', { name: 'What was wrong with it?' }).getByRole('button', { name: 'Send' }).click()
  await page.getByText('Too long').waitFor()
})

test('of two choices that follow each other at once the last one is stored, however slow the network is', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 3')
  const clicked = Promise.withResolvers<void>()
  const requests: string[] = []
  await page.route('**/feedback', async (route) => {
    const { reaction } = route.request().postDataJSON()
    requests.push(`${reaction} is sent`)
    if (reaction === 'like') await clicked.promise
    const response = await route.fetch(AGAIN)
    requests.push(`${reaction} is saved`)
    await route.fulfill({ response })
  })
  const pressed = (name: string) => page.getByRole('button', { name, pressed: true })
  await page.getByRole('button', { name: 'Good answer' }).click()
  await pressed('Good answer').waitFor()
  await page.getByRole('button', { name: 'Bad answer' }).click()
  await pressed('Bad answer').waitFor()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  clicked.resolve()
  await expect.poll(() => requests).toEqual(['like is sent', 'like is saved', 'dislike is sent', 'dislike is saved'])
  await page.reload()
  await pressed('Bad answer').waitFor()
})
