import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startBalancer } from '../server/src/testing/servers/balancer.ts'
import { launchBrowser, openVisit, signInAs } from './browser.ts'
import { openChat, openCustomerSite } from './customer-site.ts'
import { startRealServer } from './server.ts'

const Sent = z.object({ data: z.object({ conversation: z.object({ id: z.string() }) }) })

test('behind a proxy that passes no web sockets, a reply is shown to the visitor and to a colleague when it is sent', async () => {
  const server = await startRealServer()
  const proxy = await startBalancer([server.base_url], {}, { socketsTo: 'none' })
  const browser = await launchBrowser()
  const site = await openCustomerSite(proxy.url, { multi: false })
  onTestFinished(async () => {
    await browser.close()
    await site.close()
    await Promise.all([proxy, server].map((each) => each[Symbol.asyncDispose]()))
  })
  const contact = { external_id: 'polling-1' }
  const asked = await site.api.post('/api/public/webchat/messages', {
    headers: { 'api-key': site.public_api_key },
    data: { message: 'question', contact, event_id: site.event_id },
  })
  const { id } = Sent.parse(await asked.json()).data.conversation
  const reply = async (content: string) =>
    expect(
      (await site.api.post(`${site.organization}/conversations/${id}/messages`, { data: { content } })).status(),
    ).toBe(200)
  await reply('reply 0')

  await using visitor = await openVisit(browser, site.origin)
  await using operator = await openVisit(browser, proxy.url)
  await signInAs(operator.page, 'Alex Admin')
  await operator.page.goto(`/inbox?conversation=${id}`)
  await visitor.page.goto(site.page({ init: { contact } }))
  const sides = [
    (await openChat(visitor.page)).locator('body'),
    operator.page.getByRole('region', { name: /^Conversation with / }),
  ]
  for (const side of sides) await side.getByText('reply 0', { exact: true }).waitFor()
  await reply('reply 1')
  for (const side of sides) await side.getByText('reply 1', { exact: true }).waitFor()
})
