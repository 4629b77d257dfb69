import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { desktop, phone } from './browser.ts'
import { fillOffice } from './office.ts'
import { pages } from './pages.ts'
import { journeys } from './visit.ts'

const { server, browser, visit } = await journeys()
const office = await fillOffice(browser, server.base_url)

// Most of the time is waiting for pages to be quiet, which all four can do at once.
test.concurrent.for([
  ['light', 'on a desk', desktop],
  ['dark', 'on a desk', desktop],
  ['light', 'on a phone', phone],
  ['dark', 'on a phone', phone],
] as const)('no page has a serious barrier, in the %s theme %s', async ([theme, , viewport], { expect }) => {
  await using person = await visit({ theme, viewport })
  const { page } = person
  const found: Record<string, string[]> = {}
  for (const { name, path, prepare } of pages) {
    await page.goto(path(office))
    await page.waitForLoadState('networkidle')
    await prepare?.(page)
    const barriers = await barriersOn(page)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    if (sideways) barriers.push('the page scrolls sideways')
    if (barriers.length > 0) found[name] = barriers
  }
  expect(found).toEqual({})
  expect(person.faults).toEqual([])
})

test('nor has the sign-in page', async () => {
  for (const theme of ['light', 'dark'] as const) {
    await using person = await visit({ as: null, theme })
    await person.page.goto('/login')
    await person.page.getByRole('button', { name: 'Alex Admin' }).waitFor()
    expect(await barriersOn(person.page)).toEqual([])
    expect(person.faults).toEqual([])
  }
})
