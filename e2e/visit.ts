import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll } from 'vitest'
import { launchBrowser, openVisit, signInByRequest, type VisitOptions } from './browser.ts'
import { createContextPool } from './context-pool.ts'
import { copyOfFirstStart, dataOfFirstStart } from './first-start.ts'
import { type JourneyServer, startRealServer, startServerHere } from './server.ts'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

let launched: Promise<Browser> | undefined

/** One browser for the files of a worker, which it runs one after the other. */
async function workersBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = undefined
  launched ??= launchBrowser()
  return launched
}

/** What signing in as one of the seeded people leaves in a browser. */
async function sessionOf(context: BrowserContext, name: string): Promise<Cookies> {
  await signInByRequest(context.request, name)
  return context.cookies()
}

/** A server for the tests of one file; each test visits as a person with cookies and storage of their own. */
export async function journeys(env: Record<string, string> = {}) {
  const { seed, env: database } = await copyOfFirstStart()
  return visitsOf(await startServerHere({ ...database, ...env }, seed))
}

/** The same on a process of its own and the embedded database, which can crash; not seeded, it starts for the first time. */
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
  const contexts = createContextPool(browser, server.base_url)
  // Signing in is limited per address, and one who signed in stays so.
  const sessions = new Map<string, Cookies>()
  return {
    server,
    browser,
    /** Signed in as the seeded administrator unless another name is given; null: not signed in, with an empty page. */
    visit: async (how: VisitOptions & { as?: string | null; at?: string } = {}) => {
      const { as = 'Alex Admin', at = as === null ? null : '/', ...visit } = how
      const opened = await openVisit(browser, server.base_url, visit, contexts.lease)
      if (as !== null) {
        const session = sessions.get(as) ?? (await sessionOf(opened.context, as))
        sessions.set(as, session)
        await opened.context.addCookies(session)
      }
      if (at !== null) await opened.page.goto(at)
      return opened
    },
  }
}
