import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll } from 'vitest'
import { launchBrowser, openVisit, signInAs } from './browser.ts'
import { dataOfFirstStart } from './first-start.ts'
import { type JourneyServer, startRealServer, startServerHere } from './server.ts'

let launched: Promise<Browser> | undefined

/** One browser for the files of a worker, which it runs one after the other. */
async function workersBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = undefined
  launched ??= launchBrowser()
  return launched
}

/** A server for the tests of one file; each test visits as a person with cookies, storage and pages of their own. */
export async function journeys(env: Record<string, string> = {}) {
  return visitsOf(await startServerHere(env, await dataOfFirstStart()))
}

/** The same on a process of its own, which can crash; not seeded, it starts for the first time. */
export async function processJourneys(env: Record<string, string> = {}, { isSeeded = true } = {}) {
  const seed = await dataOfFirstStart()
  return visitsOf(await startRealServer(env, isSeeded ? { seed } : {}))
}

async function visitsOf<Server extends JourneyServer>(server: Server) {
  const browser = await workersBrowser()
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
    await server[Symbol.asyncDispose]()
  })
  // Signing in is limited per address, and one who signed in stays so.
  const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()
  return {
    server,
    browser,
    /** Signed in as the seeded administrator unless another name is given; null: not signed in. */
    visit: async (how: Parameters<typeof openVisit>[2] & { as?: string | null } = {}) => {
      const { as = 'Alex Admin', ...visit } = how
      const opened = await openVisit(browser, server.base_url, visit)
      if (!as) return opened
      const session = sessions.get(as)
      if (session) {
        await opened.context.addCookies(session)
        await opened.page.goto('/')
      } else {
        await signInAs(opened.page, as)
        sessions.set(as, await opened.context.cookies())
      }
      return opened
    },
  }
}
