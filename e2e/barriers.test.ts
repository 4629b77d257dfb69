import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { desktop, phone } from './browser.ts'
import { fillOffice } from './office.ts'
import { pages } from './pages.ts'
import { quiet } from './quiet.ts'
import { journeys } from './visit.ts'

const { server, browser, visit } = await journeys()
const office = await fillOffice(browser, server.base_url)

/** So many pages take their time where others are busy too: a page that never comes is told by its own wait. */
const TIMEOUT_MS = 900_000
const themes = ['light', 'dark'] as const

// Each walk waits for its own page most of the time. Every page is seen in both themes, in one on a desk and in the other on a
// phone, and what all pages have in both on either: a theme is colours and nothing else.
test.concurrent.for([
  ['on a desk', desktop, themes],
  ['on a phone', phone, themes.toReversed()],
] as const)(
  'no page has a serious barrier or scrolls sideways, %s',
  { timeout: TIMEOUT_MS },
  async ([, viewport, inTurn], { expect }) => {
    await using person = await visit({ viewport })
    const { page } = person
    // A colour on its way from one theme to the other is neither.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const found: Record<string, string[]> = {}
    for (const [index, { name, path, prepare }] of pages.entries()) {
      const theme = inTurn[index % 2] ?? 'light'
      await page.emulateMedia({ colorScheme: theme })
      await page.goto(path(office))
      await quiet(page)
      if (prepare) {
        await prepare(page)
        await quiet(page)
      }
      await page.locator(`html[data-theme=${theme}]`).waitFor()
      const barriers = await barriersOn(page)
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      if (sideways) barriers.push('the page scrolls sideways')
      if (barriers.length > 0) found[`${name}, ${theme}`] = barriers
    }
    expect(found).toEqual({})
    expect(person.faults).toEqual([])
  },
)

test('nor has the sign-in page', async () => {
  for (const theme of themes) {
    await using person = await visit({ as: null, theme, at: '/login' })
    await person.page.getByRole('button', { name: 'Alex Admin' }).waitFor()
    expect(await barriersOn(person.page)).toEqual([])
    expect(person.faults).toEqual([])
  }
})
