import { afterAll, expect, test } from 'vitest'
import { startWebhookReceiver } from '#testing/doubles/webhook-receiver.ts'
import { barriersOn } from './axe.ts'
import { phone } from './browser.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const receiver = await startWebhookReceiver()
const { visit } = await journeys({ OUTBOUND_ALLOW: '127.0.0.1' })
afterAll(() => receiver[Symbol.asyncDispose]())

test('an admin sets up a webhook, sees what fails, resends it, and enables what was disabled', async () => {
  await using person = await visit({ at: '/settings/webhooks' })
  const { page } = person
  await page.getByText('No webhooks yet').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await dialog.getByLabel('Address').fill(`${receiver.url}/crm`)
  await dialog.getByLabel('Description').fill('CRM')
  expect(await dialog.getByRole('button', { name: 'Create webhook' }).isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: 'message.created' }).click()
  expect(await barriersOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Signing secret' })
  const secret = await shown.locator('code').textContent()
  receiver.believe('/crm', secret ?? '')
  await shown.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: 'Deliveries of CRM' }).click()
  await page.getByText('Nothing sent yet').first().waitFor()
  receiver.status('/crm', 503, 'Closed for today')
  await page.getByRole('button', { name: 'Send test' }).click()
  await toastOn(page, 'Test event sent').waitFor()
  const row = page.getByRole('listitem').filter({ hasText: 'webhook.test' })
  await row.getByText('503', { exact: true }).waitFor()
  await row.getByText('Details').click()
  await row.getByText('The receiver answered 503').waitFor()
  await row.getByText('Closed for today').waitFor()
  await row.getByText('"type": "webhook.test"').waitFor()
  expect(await barriersOn(page)).toEqual([])

  receiver.status('/crm', 200, 'Thanks')
  await row.getByRole('button', { name: 'Resend webhook.test' }).click()
  await row.getByText('Delivered').waitFor()
  await row.getByText('Thanks').waitFor()
  expect(new Set(receiver.at('/crm').map(({ id }) => id)).size).toBe(1)

  receiver.status('/crm', 410)
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('answered 410 Gone').waitFor()
  await page.setViewportSize(phone)
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Enable again' }).click()
  await page.getByText('answered 410 Gone').waitFor({ state: 'detached' })
  expect(receiver.refused).toEqual([])
})
