import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()
const PAGE = '/settings/webchat'

const previewOn = (page: Page, scheme: 'light' | 'dark') =>
  page.frameLocator(`iframe[title="Preview of the chat, ${scheme}"]`)
const buttonOn = (page: Page, scheme: 'light' | 'dark') =>
  page.frameLocator(`iframe[title="Preview of the button, ${scheme}"]`).locator('button')
const backgroundOf = (page: Page, scheme: 'light' | 'dark') =>
  buttonOn(page, scheme).evaluate((button) => getComputedStyle(button).backgroundColor)
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const clipboardOn = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('an organization without an entry point gets its snippet by one button, and the page to try it on', async () => {
  await using person = await visit({ as: 'Otis Outsider' })
  const { page, context } = person
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(PAGE)
  await page.getByText('First create the teammate who will answer your visitors.').waitFor()
  const { current_organization_id: id } = await (await page.request.get('/api/init/whoami')).json()
  for (const name of ['Nova', 'Rune']) await page.request.post(`/api/organizations/${id}/employees`, { data: { name } })
  await page.reload()
  await page.getByRole('heading', { name: 'Put a teammate on your site' }).waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Teammate', exact: true }).click()
  await page.getByRole('option', { name: 'Nova' }).click()
  await page.getByRole('button', { name: 'Create a snippet' }).click()

  await page.getByText('Nova answers').waitFor()
  await page.getByRole('button', { name: 'Copy the snippet' }).click()
  const { data } = await (await page.request.get(`/api/organizations/${id}/webchat-entry-points`)).json()
  expect(data).toHaveLength(1)
  await expect.poll(() => clipboardOn(page)).toBe(data[0].snippets.html)
  await page.getByRole('radio', { name: 'React' }).click()
  await page.getByText('export function ChatWidget()').waitFor()
  await page.getByRole('radio', { name: 'Tag manager' }).click()
  await page.getByRole('button', { name: /^(Copy the snippet|Copied)$/ }).click()
  await expect.poll(() => clipboardOn(page)).toBe(data[0].snippets.tag_manager)

  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Try it: Website' }).click()
  const demo = await opening
  await demo.frameLocator('iframe[src*="/widget/button.html"]').getByRole('button', { name: 'Open chat' }).click()
  await demo.frameLocator('iframe[src*="/widget/chat.html"]').getByText('Nova').first().waitFor()
  await demo.close()
  expect(person.faults).toEqual([])
})

test('an entry point is made, changed and deleted, and a member is refused', async () => {
  await using member = await visit({ as: 'Mia Member', at: PAGE })
  await member.page.getByText('Owners and admins manage this. Ask one of them.').waitFor()
  expect(await member.page.getByRole('link', { name: 'Website chat' }).count()).toBe(0)

  await using person = await visit({ at: '/settings' })
  const { page } = person
  await page.getByRole('link', { name: 'Website chat' }).click()
  await page.getByRole('button', { name: 'New entry point' }).click()
  const dialog = page.getByRole('dialog', { name: 'New entry point' })
  await dialog.getByLabel('Name').fill('Help pages')
  await dialog.getByRole('switch', { name: 'Several conversations' }).click()
  expect(await barriersOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Help pages' }) })
  await row.getByText('Several conversations').waitFor()
  await row.getByRole('button', { name: 'Copy the snippet' }).waitFor()

  await row.getByRole('button', { name: 'Edit Help pages' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Support')
  await page.getByRole('dialog').getByRole('switch').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await toastOn(page, '“Support” saved').waitFor()
  await page.getByRole('button', { name: 'Delete Support' }).click()
  await page.getByRole('dialog').getByText('Pages with its snippet no longer show the chat.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Support', exact: true }).waitFor({ state: 'detached' })
  expect([...person.faults, ...member.faults]).toEqual([])
})

test('the preview follows every key, and what was saved, taken out and reset is reported', async () => {
  await using person = await visit({ at: PAGE })
  const { page } = person
  await previewOn(page, 'light').getByText('Do you deliver on Saturdays?').waitFor()
  await previewOn(page, 'dark').getByText('Do you deliver on Saturdays?').waitFor()
  const schemeOf = (scheme: 'light' | 'dark') => previewOn(page, scheme).locator('html').getAttribute('data-scheme')
  expect([await schemeOf('light'), await schemeOf('dark')]).toEqual(['light', 'dark'])

  await page.getByRole('textbox', { name: 'Chat button', exact: true }).fill('#0f766e')
  await expect.poll(() => backgroundOf(page, 'light')).toBe('rgb(15, 118, 110)')
  await expect.poll(() => backgroundOf(page, 'dark')).toBe('rgb(15, 118, 110)')
  await page.getByRole('textbox', { name: 'Greeting' }).fill('Welcome to the shop')
  await previewOn(page, 'dark').getByText('Welcome to the shop').waitFor()
  await page.getByRole('textbox', { name: 'Chat button', exact: true }).fill('#0f7')
  await page.getByText('Hard to read on “Chat button”').waitFor()
  await page.getByRole('textbox', { name: 'Chat button', exact: true }).fill('#0f')
  await page.getByText('Enter a color such as #1d4ed8.').waitFor()
  await save(page)
  await page.getByText('Please fix the highlighted fields.').waitFor()
  await page.getByRole('textbox', { name: 'Chat button', exact: true }).fill('#0f766e')

  await page.getByRole('radio', { name: 'Custom' }).click()
  expect(await page.locator('iframe[title^="Preview of the chat"]').count()).toBe(1)
  await page.getByRole('textbox', { name: 'Text of answers', exact: true }).fill('#bbbbbb')
  await page.getByText('Hard to read on “Answers”').waitFor()
  const css =
    '@import "https://evil.example/x.css"; .bubble { letter-spacing: 3px; background: url(https://evil.example/x.png) }'
  await page.getByRole('textbox', { name: 'Custom CSS' }).fill(css)
  await expect
    .poll(() =>
      previewOn(page, 'light')
        .locator('.bubble')
        .first()
        .evaluate((one) => getComputedStyle(one).letterSpacing),
    )
    .toBe('3px')
  await save(page)
  await toastOn(page, 'Appearance saved').waitFor()
  await page.getByText('Saved, but not applied because it could load or run something:').waitFor()
  const left = await page.getByRole('listitem').filter({ hasText: 'evil.example' }).allTextContents()
  expect(left[0]).toBe('@import "https://evil.example/x.css";')
  expect(left.some((line) => line.startsWith('.bubble { background-image: url('))).toBe(true)
  expect(left.some((line) => line.includes('letter-spacing'))).toBe(false)

  await page.reload()
  await page.getByRole('radio', { name: 'Custom', checked: true }).waitFor()
  await previewOn(page, 'light').getByText('Welcome to the shop').waitFor()
  await page.getByRole('button', { name: 'Reset to defaults' }).click()
  await page.getByRole('radio', { name: 'System', checked: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('radio', { name: 'Custom', checked: true }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Custom CSS' }).inputValue()).toBe(css)
  // The browser itself says that the preview's policy kept the address of another from loading.
  expect(person.faults.filter((fault) => !fault.includes('evil.example'))).toEqual([])
})

test('sites are allowed and removed, and the secret is shown, signs, and is rotated', async () => {
  await using person = await visit()
  const { page, context } = person
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(PAGE)
  await page.getByText('Any site may show the chat.').waitFor()
  const site = page.getByRole('textbox', { name: 'Site', exact: true })
  const add = async (text: string) => {
    await site.fill(text)
    await site.press('Enter')
  }
  await add('no site')
  await page.getByText('Enter a site such as https://shop.example.').waitFor()
  await add('shop.example/cart')
  await page.getByRole('button', { name: 'Remove https://shop.example' }).waitFor()
  await add('https://SHOP.example')
  await page.getByText('This site is already in the list.').waitFor()
  // The preview is this server's own page, no matter who else may show the widget.
  await page.reload()
  await previewOn(page, 'light').getByText('Do you deliver on Saturdays?').waitFor()
  await page.getByRole('button', { name: 'Remove https://shop.example' }).click()
  await page.getByText('Any site may show the chat.').waitFor()

  const before = await page.content()
  const { current_organization_id: id } = await (await page.request.get('/api/init/whoami')).json()
  const rules = async () => (await page.request.get(`/api/organizations/${id}/settings/webchat-security`)).json()
  const { identity_secret: secret } = await rules()
  expect(before).not.toContain(secret)
  await page.getByRole('button', { name: 'Show the identity secret' }).click()
  await page.getByText(secret, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Copy the identity secret' }).click()
  await expect.poll(() => clipboardOn(page)).toBe(secret)

  await page.getByRole('button', { name: 'Copy the code for your server' }).click()
  await expect.poll(() => clipboardOn(page)).toContain("createHmac('sha256', process.env.WEBCHAT_SECRET)")
  const { default: signed } = await import(
    `data:text/javascript,${encodeURIComponent(`const user = { id: 7 }; process.env.WEBCHAT_SECRET = 'x';\n${await clipboardOn(page)}\nexport default identity_hash`)}`
  )
  expect(signed).toBe(createHmac('sha256', 'x').update('7').digest('hex'))

  await page.getByRole('switch', { name: 'Require identity verification' }).click()
  await expect.poll(async () => (await rules()).identity_required).toBe(true)
  await page.getByRole('button', { name: 'Rotate the identity secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await toastOn(page, 'The identity secret was rotated').waitFor()
  const { identity_secret: next } = await rules()
  expect(next).not.toBe(secret)
  await page.getByText(next, { exact: true }).waitFor()
  expect(await barriersOn(page)).toEqual([])
  expect(person.faults).toEqual([])
})
