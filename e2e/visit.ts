import { afterAll } from 'vitest'
import { launchBrowser, openVisit, signInAs } from './browser.ts'
import { startRealServer } from './server.ts'

/** A server and a browser for the tests of one file; each test visits as a person with a browser of their own. */
export async function journeys() {
  const server = await startRealServer()
  const browser = await launchBrowser()
  afterAll(async () => {
    await browser.close()
    await server[Symbol.asyncDispose]()
  })
  return {
    server,
    browser,
    /** Signed in as the seeded administrator unless another name is given; null: not signed in. */
    visit: async (how: Parameters<typeof openVisit>[2] & { as?: string | null } = {}) => {
      const { as = 'Alex Admin', ...visit } = how
      const opened = await openVisit(browser, server.base_url, visit)
      if (as) await signInAs(opened.page, as)
      return opened
    },
  }
}
