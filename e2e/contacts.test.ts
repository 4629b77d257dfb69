import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { quiet } from './quiet.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'
import { visitorsOf } from './visitors.ts'

// Each visitor has an address of their own: an address may begin a few conversations an hour.
const { visit } = await journeys({ TRUST_PROXY: '127.0.0.1' })
const rowsOn = (page: Page) => page.getByRole('table', { name: 'Contacts' }).getByRole('link')

test('contacts are listed as far as one scrolls, found, changed in place, and lead to their conversations', async () => {
  await using person = await visit({ at: '/staff' })
  const { page } = person
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByText('No contacts yet').waitFor()
  expect(await barriersOn(page)).toEqual([])

  const visitors = await visitorsOf(page.request)
  for (let n = 1; n <= 23; n += 1)
    await visitors.send({ external_id: `u-${n}`, first_name: 'Guest', last_name: `No ${n}` }, `Question ${n}`)
  const vera = { external_id: 'vera', first_name: 'Vera', email: 'vera@example.com', phone: '+44 20 7946 0000' }
  await visitors.send(vera, 'Is the blue lamp in stock?')

  // What cannot be read is asked for again by the reader alone, however near the end of the list is.
  let refused = 0
  await page.route(/\/contacts\?page=2/, (route) => {
    refused += 1
    return route.fulfill({ status: 403, json: { error: 'Not now' } })
  })
  await page.reload()
  const again = page.getByRole('button', { name: 'Couldn’t load more. Try again' })
  await again.waitFor()
  const before = refused
  await again.click()
  await expect.poll(() => refused).toBeGreaterThan(before)
  // A page that asked on without end would never come to rest.
  await quiet(page)
  await page.unroute(/\/contacts\?page=2/)
  // Pressed if it is still there: events of a contact refetch the list as well.
  await again.evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click()
  })
  await page.getByRole('link', { name: 'Guest No 1', exact: true }).waitFor()

  await page.reload()
  await page.getByRole('link', { name: 'Vera' }).waitFor()
  const scrolled = async () => {
    await rowsOn(page).last().scrollIntoViewIfNeeded()
    return rowsOn(page).count()
  }
  await expect.poll(scrolled).toBe(24)
  const find = page.getByRole('searchbox', { name: 'Find a contact' })
  await find.fill('no 17')
  await expect.poll(() => rowsOn(page).allTextContents()).toEqual(['Guest No 17'])
  await find.fill('nobody of that name')
  await page.getByText('No contact found').waitFor()
  await find.fill('vera@')
  await expect.poll(() => rowsOn(page).allTextContents()).toEqual(['Vera'])

  await using member = await visit({ as: 'Mia Member', at: '/contacts?q=vera' })
  await member.page.getByRole('link', { name: 'Vera' }).click()

  await page.getByRole('link', { name: 'Vera' }).click()
  await page.getByText('ID vera').waitFor()
  expect(await page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('+442079460000')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Visitor')
  await page.getByRole('button', { name: 'Save' }).click()
  await toastOn(page, 'Contact saved').waitFor()
  await page.getByRole('heading', { name: 'Vera Visitor' }).waitFor()
  await member.page.getByRole('heading', { name: 'Vera Visitor' }).waitFor()
  expect(await barriersOn(page)).toEqual([])

  const conversation = page.getByRole('link', { name: /with Robin/ })
  const { data } = await (await page.request.get(`${visitors.organization}/conversations?limit=50`)).json()
  // Not simply the latest: a teammate may have answered someone else after her.
  const hers = data.find(({ contact }: { contact: { display_name: string } }) =>
    contact.display_name.startsWith('Vera'),
  )
  expect(await conversation.getAttribute('href')).toBe(`/inbox?conversation=${hers.id}`)
  await conversation.click()
  await page.waitForURL((url) => url.pathname === '/inbox')
  await page.goBack()
  await page.getByRole('link', { name: 'Back to contacts' }).click()
  await expect.poll(() => rowsOn(page).allTextContents()).toEqual(['Vera Visitor'])
  expect([...person.faults, ...member.faults]).toEqual([])
})

test('a contact is deleted for good by those who may, after being asked', async () => {
  await using person = await visit()
  const { page } = person
  const visitors = await visitorsOf(page.request)
  await visitors.send({ external_id: 'leaving', first_name: 'Lena' }, 'Please forget me')
  await page.goto('/contacts')
  await rowsOn(page).filter({ hasText: 'Lena' }).click()
  await page.getByRole('button', { name: 'Delete contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Lena?' })
  expect(await barriersOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await toastOn(page, 'Contact deleted').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expect.poll(() => rowsOn(page).filter({ hasText: 'Lena' }).count()).toBe(0)
  await page.goto('/inbox')
  await quiet(page)
  expect(await page.getByText('Please forget me').count()).toBe(0)
  expect(person.faults).toEqual([])
})
