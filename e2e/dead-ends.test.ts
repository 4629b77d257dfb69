import { expect, test } from 'vitest'
import { answerOn, newChat, send } from './chat.ts'
import { openFolder } from './drive.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

test('money without a limit has no bar to look full; with one it has', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  await send(page, 'count to 3')
  await expect.poll(() => answerOn(page)).toContain('1 2 3')
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  await page.goto('/settings/spending')
  const spender = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ally' })
  await spender.waitFor()
  const bars = spender.locator('[style*="width"]')
  expect(await bars.count()).toBe(0)
  await page.getByRole('radio', { name: /limit/i }).last().click()
  await page.getByRole('textbox').fill('1000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => bars.count()).toBeGreaterThan(0)
  const width = await bars.first().evaluate((bar) => bar.getBoundingClientRect().width)
  expect(width).toBeLessThan(2)
  expect(person.faults).toEqual([])
})

test('a folder that is not there takes nothing', async () => {
  await using person = await visit({ at: '/storage?path=Nowhere' })
  const { page } = person
  const missing = page.getByRole('heading', { name: 'Folder not found' })
  await missing.waitFor()
  for (const name of ['Upload', 'New', 'Share'])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
  const taken = await missing.evaluate((heading) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['text'], 'note.txt'))
    const event = (type: string) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
    heading.dispatchEvent(event('dragenter'))
    // Left to itself, the browser would open the file in the place of the page.
    const isKept = [event('dragover'), event('drop')].every((each) => !heading.dispatchEvent(each))
    return { isKept, effect: dataTransfer.dropEffect }
  })
  expect(taken).toEqual({ isKept: true, effect: 'none' })
  expect(await page.getByText(/Drop to upload/).count()).toBe(0)
  expect(await page.getByText('note.txt').count()).toBe(0)
  expect(person.faults).toEqual([])
})

test('the notice of a missing folder stays while it is looked for again', async () => {
  await using person = await visit({ at: '/storage?path=Nowhere' })
  const { page, context } = person
  const missing = page.getByRole('heading', { name: 'Folder not found' })
  await missing.waitFor()
  const released = Promise.withResolvers<void>()
  const isAsked = Promise.withResolvers<void>()
  await page.route(/path=(%2F)?Nowhere/, async (route) => {
    isAsked.resolve()
    await released.promise
    await route.continue()
  })
  await context.setOffline(true)
  await context.setOffline(false)
  await isAsked.promise
  const isThere = await missing.isVisible()
  released.resolve()
  expect(isThere).toBe(true)
})

test('an address that leads nowhere is not titled as the page before', async () => {
  await using person = await visit({ at: '/settings/spending' })
  const { page } = person
  await expect.poll(() => page.title()).toBe('Settings · Alongside')
  await page.evaluate(() => history.pushState(null, '', '/nowhere'))
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await expect.poll(() => page.title()).toBe('Page not found · Alongside')
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).waitFor()
  expect((await page.request.get('/favicon.ico')).headers()['content-type']).toMatch(/icon/)
})

test('an empty folder offers to upload', async () => {
  await using person = await visit()
  const { page } = person
  await openFolder(page, [])
  const empty = page.locator('[data-empty]').filter({ hasText: 'Nothing here yet' })
  await empty.getByRole('button', { name: 'Upload' }).waitFor()
  await empty.getByRole('button', { name: 'New text file' }).waitFor()
})

test('an amount that is none says so once it is left', async () => {
  await using person = await visit({ at: '/settings/spending' })
  const { page } = person
  await page.getByRole('radio', { name: 'Limited', exact: true }).click()
  const amount = page.getByRole('textbox', { name: 'US dollars a day' })
  await amount.fill('abc')
  await amount.blur()
  await page.getByText('Enter an amount of at least 0.01').waitFor()
})
