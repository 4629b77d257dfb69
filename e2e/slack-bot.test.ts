import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startSlackDouble } from '#testing/doubles/slack.ts'
import { barriersOn } from './axe.ts'
import { openChannels } from './open-channels.ts'
import { quiet } from './quiet.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const slack = await startSlackDouble()
const { server, visit } = await journeys(slack.env)
slack.reach(server.base_url)
afterAll(() => slack.close())

const buttonOn = (page: Page, name: string) => page.getByRole('button', { name: `${name}: Slack` })

/** What the link to Slack carries: the manifest from which the app is made there. */
async function manifestOn(page: Page): Promise<unknown> {
  const address = await page.getByRole('link', { name: 'Create the app' }).getAttribute('href')
  return JSON.parse(new URL(address ?? '').searchParams.get('manifest_json') ?? '')
}

async function enter(
  page: Page,
  { token, secret }: { token: string; secret: string },
  action = 'Connect',
): Promise<void> {
  await page.getByLabel('Bot User OAuth Token').fill(token)
  await page.getByLabel('Signing secret').fill(secret)
  await buttonOn(page, action).click()
}

test('an app is made from its manifest, connected by its secrets, and answers where it was allowed', async () => {
  await using person = await visit()
  const { page } = person
  await openChannels(page, 'Robin', 'Slack')
  await buttonOn(page, 'Set up').click()
  const app = slack.createApp(await manifestOn(page))
  expect(await slack.verifyRequestUrl(app)).toBe(true)
  expect(await barriersOn(page)).toEqual([])

  await enter(page, { token: 'nothing like a token', secret: app.signing_secret })
  await page.getByRole('alert').getByText('This isn’t a bot token.').waitFor()
  await enter(page, { token: app.token, secret: 'short' })
  await page.getByRole('alert').getByText('This isn’t a signing secret.').waitFor()
  await enter(page, { token: `xoxb-${'1'.repeat(40)}`, secret: app.signing_secret })
  await page.getByRole('alert').getByText('Slack doesn’t know this token.').waitFor()
  slack.fail(503)
  await enter(page, { token: app.token, secret: app.signing_secret })
  await page.getByRole('alert').getByText('Slack can’t be reached at the moment. Please try again.').waitFor()
  // Nothing that was entered is wrong.
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0)
  // A wrong signing secret shows with the first event, which it does not fit.
  await enter(page, { token: app.token, secret: '0'.repeat(32) })
  await toastOn(page, 'Slack bot connected').waitFor()
  await page.getByText('To try it, write “Hello”').waitFor()
  const anna = slack.newPerson()
  await slack.say(app, { from: anna, text: 'Hello' })
  await page.getByText('the signing secret doesn’t fit').waitFor()
  await page.getByText('Needs attention').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await enter(page, { token: app.token, secret: app.signing_secret }, 'Reconnect')
  await page.getByText('To try it, write “Hello”').waitFor()
  expect(await page.content()).not.toContain(app.token)
  expect(await barriersOn(page)).toEqual([])

  await page.getByRole('radio', { name: 'Only chats you allow' }).click()
  await quiet(page)
  await slack.say(app, { from: anna, text: 'Hello' })
  await page.getByText('Slack sends messages here.').waitFor()
  await page.getByRole('button', { name: 'Allow Anna Weber' }).click()
  await page.getByRole('switch', { name: 'Anna Weber', checked: true }).waitFor()
  await slack.say(app, { from: anna, text: 'count to 4' })
  await expect.poll(() => JSON.stringify(slack.sent)).toContain('1 2 3 4')

  await page.goto('/inbox')
  await page.getByRole('list', { name: 'Conversations', exact: true }).getByRole('link').first().click()
  await page.getByText('count to 4').last().waitFor()
  await page.getByRole('region', { name: 'Channels' }).getByText(anna.id, { exact: true }).waitFor()

  await openChannels(page, 'Robin', 'Slack')
  await slack.tell(app, { type: 'app_uninstalled' } as never)
  await page.getByText('Slack no longer accepts the token').waitFor()
  await page.goto('/staff')
  await page.getByRole('row', { name: /Robin/ }).getByText('Channel problem').waitFor()
  await openChannels(page, 'Robin', 'Slack')
  await buttonOn(page, 'Disconnect').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await toastOn(page, 'Slack bot disconnected').waitFor()
  await expect.poll(() => buttonOn(page, 'Set up').evaluate((one) => one === document.activeElement)).toBe(true)
  expect(person.faults).toEqual([])
})
