import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { newPerson } from '#testing/doubles/teams/chats.ts'
import { startTeamsDouble } from '#testing/doubles/teams.ts'
import { barriersOn } from './axe.ts'
import { openChannels } from './open-channels.ts'
import { quiet } from './quiet.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const teams = await startTeamsDouble()
const { server, visit } = await journeys(teams.env)
afterAll(() => teams.close())

const buttonOn = (page: Page, name: string) => page.getByRole('button', { name: `${name}: Microsoft Teams` })

async function enter(page: Page, bot: { app_id: string; tenant_id: string; password: string }): Promise<void> {
  await page.getByLabel('Microsoft App ID').fill(bot.app_id)
  await page.getByLabel('App Tenant ID').fill(bot.tenant_id)
  await page.getByLabel('Client secret').fill(bot.password)
  await buttonOn(page, 'Connect').click()
}

test('a bot is connected by its IDs and its secret, which say what is wrong with them, and answers where it was allowed', async () => {
  await using person = await visit()
  const { page } = person
  await openChannels(page, 'Robin', 'Microsoft Teams')
  await buttonOn(page, 'Set up').click()
  const endpoint = await page.getByText('/webhooks/msteams/').textContent()
  const bot = teams.newBot()
  teams.setEndpoint(bot, new URL(new URL(endpoint ?? '').pathname, server.base_url).href)
  expect(await barriersOn(page)).toEqual([])

  await enter(page, { ...bot, app_id: 'short' })
  await page.getByRole('alert').getByText('This isn’t an ID.').waitFor()
  const NOWHERE = '00000000-0000-4000-8000-000000000000'
  await enter(page, { ...bot, tenant_id: NOWHERE })
  await page.getByRole('alert').getByText('Microsoft knows no tenant with this ID.').waitFor()
  await enter(page, { ...bot, password: 'wrong' })
  await page.getByRole('alert').getByText('Copy its value, not its ID.').waitFor()
  await enter(page, bot)
  await toastOn(page, 'Microsoft Teams bot connected').waitFor()
  expect(await page.content()).not.toContain(bot.password)
  await page.getByText('To try it, add the app in Teams').waitFor()
  expect(await barriersOn(page)).toEqual([])

  await page.getByRole('radio', { name: 'Only chats you allow' }).click()
  await quiet(page)
  const max = newPerson('Max Ott')
  await teams.say(bot, { from: max, text: 'Hello' })
  await page.getByText('Teams sends messages here.').waitFor()
  await page.getByRole('button', { name: 'Allow Max Ott' }).click()
  await page.getByRole('switch', { name: 'Max Ott', checked: true }).waitFor()
  await teams.say(bot, { from: max, text: 'count to 4' })
  await expect.poll(() => teams.sent.map(({ text }) => text).join()).toContain('1 2 3 4')

  teams.expireSecret(bot)
  teams.endTokens()
  await teams.say(bot, { from: max, text: 'count to 5' })
  await page.getByText('This client secret has expired.').waitFor()
  expect(await page.getByLabel('Microsoft App ID').inputValue()).toBe(bot.app_id)
  expect(await page.getByLabel('App Tenant ID').inputValue()).toBe(bot.tenant_id)
  expect(await barriersOn(page)).toEqual([])
  await page.getByLabel('Client secret').fill(teams.renewSecret(bot).password)
  await buttonOn(page, 'Reconnect').click()
  await page.getByText('Connected', { exact: true }).waitFor()
  const isFocused = (one: Element) => one === document.activeElement
  await expect.poll(() => page.getByRole('link', { name: 'Download the app' }).evaluate(isFocused)).toBe(true)
  // The chats are those of before: nothing has arrived since.
  await page.getByRole('switch', { name: 'Max Ott' }).waitFor()
  expect(await page.getByText('Teams sends messages here.').count()).toBe(0)
  await page.getByText('To try it, add the app in Teams').waitFor()

  await buttonOn(page, 'Disconnect').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await toastOn(page, 'Microsoft Teams bot disconnected').waitFor()
  expect(person.faults).toEqual([])
})
