import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import pg from 'pg'
import type { FrameLocator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startBalancer } from '../server/src/testing/servers/balancer.ts'
import { scratchDirectory } from '../server/src/testing/suite/scratch.ts'
import { launchBrowser, openVisit, signInAs } from './browser.ts'
import { openChat, openCustomerSite } from './customer-site.ts'
import { startRealServer } from './server.ts'

const { DATABASE_URL, REDIS_URL } = process.env
const REPLIES = 80
/** After which replies the sockets of each side are cut: what comes until they are back is less than a page, or more. */
const CUTS = { visitors: [10, 25, 65], operators: [15, 30, 70] }
/** A visitor may write twenty a minute. */
const QUESTIONS = 16

const Sent = z.object({ data: z.object({ conversation: z.object({ id: z.string() }) }) })
const Listed = z.object({ data: z.array(z.object({ content: z.string() })) })

/** A database of its own, for as long as the test takes. */
async function ownDatabase(server: string): Promise<string> {
  const name = `alongside_test_${randomBytes(6).toString('hex')}`
  const ask = async (text: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await ask(`create database ${name}`)
  onTestFinished(() => ask(`drop database if exists ${name} with (force)`))
  return server.replace(/\/[^/]*$/, `/${name}`)
}

/** Two processes of the program, reached by visitors and by operators each over a balancer of their own. */
async function openOffice() {
  const data = scratchDirectory()
  const env = {
    DATABASE_URL: await ownDatabase(DATABASE_URL ?? ''),
    REDIS_URL: REDIS_URL ?? '',
    GENERATE_TITLES: 'false',
  }
  const first = await startRealServer(env, { data })
  const second = await startRealServer(env, { data })
  const addresses = [first.base_url, second.base_url]
  const visitors = await startBalancer(addresses)
  const operators = await startBalancer(addresses, {}, { socketsTo: 1 })
  const browser = await launchBrowser()
  onTestFinished(async () => {
    await browser.close()
    await Promise.all([visitors, operators, first, second].map((each) => each[Symbol.asyncDispose]()))
    rmSync(data, { recursive: true, force: true })
  })
  return { browser, visitors, operators, complaints: () => [first, second].flatMap(({ log }) => errorsIn(log())) }
}

const errorsIn = (log: string): string[] => log.split('\n').filter((line) => /"level":(50|60)/.test(line))

/** The texts of the burst that stand in this part of a page, from top to bottom; it is scrolled up, so that older ones come. */
const textsIn = (place: ReturnType<Page['locator'] | FrameLocator['locator']>): Promise<string[]> =>
  place.evaluate((root) => {
    for (const box of [root, ...root.querySelectorAll('*')]) box.scrollTop = 0
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
    return texts.filter((text) => /^(question|reply) \d+$/.test(text))
  })

test.runIf(DATABASE_URL && REDIS_URL)(
  'sockets cut in the middle of a burst come back to the other process, and both sides have every message once and in order',
  async () => {
    const { browser, visitors, operators, complaints } = await openOffice()
    const site = await openCustomerSite(visitors.url, { multi: false })
    onTestFinished(() => site.close())
    const contact = { external_id: 'burst-1' }
    const ask = async (message: string) => {
      const headers = { 'api-key': site.public_api_key }
      const data = { message, contact, event_id: site.event_id }
      const answer = await site.api.post('/api/public/webchat/messages', { headers, data })
      expect(answer.status(), await answer.text()).toBe(200)
      return Sent.parse(await answer.json()).data.conversation.id
    }
    const id = await ask('question 0')
    const at = `${site.organization}/conversations/${id}`
    const reply = async (content: string) => {
      const answer = await site.api.post(`${at}/messages`, { data: { content } })
      expect(answer.status(), await answer.text()).toBe(200)
    }
    await reply('reply 0')

    await using visitor = await openVisit(browser, site.origin)
    await using operator = await openVisit(browser, operators.url)
    await signInAs(operator.page, 'Alex Admin')
    await operator.page.goto(`/inbox?conversation=${id}`)
    await visitor.page.goto(site.page({ init: { contact } }))
    const sides = [
      (await openChat(visitor.page)).locator('body'),
      operator.page.getByRole('region', { name: /^Conversation with / }),
    ]
    for (const side of sides) await side.getByText('reply 0', { exact: true }).waitFor()

    const cut = async (balancer: typeof visitors) => {
      await expect.poll(() => balancer.open()).toBe(1)
      balancer.cut()
    }
    const replying = async () => {
      for (let n = 1; n <= REPLIES; n++) {
        await reply(`reply ${n}`)
        if (CUTS.visitors.includes(n)) await cut(visitors)
        if (CUTS.operators.includes(n)) await cut(operators)
      }
    }
    const asking = async () => {
      for (let n = 1; n <= QUESTIONS; n++) await ask(`question ${n}`)
    }
    await Promise.all([replying(), asking()])

    const listed = Listed.parse(await (await site.api.get(`${at}/messages?limit=100`)).json())
    const all = listed.data.map(({ content }) => content).toReversed()
    const expected = all.filter((content) => /^(question|reply) \d+$/.test(content))
    expect(expected).toHaveLength(REPLIES + QUESTIONS + 2)
    for (const side of sides) await expect.poll(() => textsIn(side)).toEqual(expected)
    expect([...visitor.faults, ...operator.faults].filter((fault) => !/WebSocket/.test(fault))).toEqual([])
    expect(complaints()).toEqual([])
  },
)
