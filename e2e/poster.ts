// The picture in the README: `node e2e/poster.ts`. The portal is the real one; what the model says is written here,
// because the demo model has no opinions.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { startCustomDouble } from '../server/src/testing/doubles/vendors/chat-completions.ts'
import { launchBrowser, openVisit, signInAs } from './browser.ts'
import { answerOn, newChat, send } from './chat.ts'
import { startRealServer } from './server.ts'

const late = `Three parcels missed their date. I would write to **order 4711** first: it is a birthday present, and the \
customer has asked twice.

| Order | Promised | Where it is | Late by |
|---|---|---|---|
| 4711 | 19 Nov | Depot, not scanned since Thursday | 2 days |
| 4698 | 20 Nov | On the vehicle | 1 day |
| 4702 | 20 Nov | Customs | 1 day |`

const letter = `> Dear Ms. Ito,
>
> your order 4711 has been held up at a depot, and I am sorry that it missed the birthday. We are sending a second one by \
**express today**, at our cost; it reaches you tomorrow before noon. Keep whichever arrives first.
>
> Kind regards`

const orders = createServer((_, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify([{ order: 4711, carrier: 'North Express', promised: '2026-11-19', last_seen: 'depot' }]))
}).listen(0, '127.0.0.1')
await once(orders, 'listening')
const address = orders.address()
const port = typeof address === 'object' ? address?.port : undefined

const vendor = await startCustomDouble(null)
await using server = await startRealServer({ CUSTOM_BASE_URL: vendor.base_url, GENERATE_TITLES: 'false' })
const browser = await launchBrowser()
try {
  await using visit = await openVisit(browser, server.base_url, { viewport: { width: 1440, height: 920 } })
  const { page } = visit
  await signInAs(page, 'Alex Admin')
  const api = page.context().request
  const { current_organization_id: id } = await (await api.get('/api/init/whoami')).json()
  // The scripted model uses its tool without looking at the list first.
  await api.put(`/api/organizations/${id}`, { data: { use_lazy_tools: false } })
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Chat with Robin' }).click()
  for (const title of [
    'Summarize the feedback of October',
    'Translate the return form into German',
    'Which invoices are overdue?',
    'Draft a reply to Ms. Ito',
  ]) {
    await newChat(page)
    vendor.reply({ text: 'Of course.' })
    await send(page, title)
    await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  }

  await newChat(page)
  vendor.reply(
    {
      reasoning:
        'The order system knows which parcels missed their date. I ask it first, then sort by how late they are.',
      tool_calls: [{ name: 'http_request', input: { method: 'GET', url: `http://127.0.0.1:${port}/late` } }],
    },
    { text: late },
    { text: letter },
  )
  await send(page, 'Which parcels are late today, and who should hear from us first?')
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  await send(page, 'Write to the first one. Short, and offer express delivery.')
  await page.getByText('Kind regards', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Good answer' }).last().waitFor()
  if (!(await answerOn(page)).includes('4711')) throw new Error('The answer is not what was written')
  await page.mouse.move(0, 0)
  await page.waitForTimeout(500)
  await page.screenshot({ path: 'docs/portal.png', animations: 'disabled' })
} finally {
  await browser.close()
  await vendor.close()
  orders.close()
}
