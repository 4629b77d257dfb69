// A visitor opens the chat on a customer's page: from the click on the launcher to the frame that shows its first button,
// with nothing of the chat loaded before, against a bare frame with a button in it (goal: 300 ms).
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { launchBrowser, openVisit } from '../e2e/browser.ts'
import { pageVisitors } from './lib/page-visitors.ts'
import { report } from './lib/report.ts'
import { openStage } from './lib/stage.ts'

const rounds = Number(process.argv[2] ?? 15)
await using stage = await openStage()
const { url } = stage.alongside.ready
const { public_api_key, event_id } = await pageVisitors(stage.alongside.ready)

const bareFrame = '<!doctype html><title>Bare</title><button>Send</button>'
const pages: Record<string, string> = {
  '/site': `<!doctype html><title>Shop</title><h1>Shop</h1><script src="${url}/widget/svc-webchat-widget.js"></script>
<script>ChatWidget.init({ apiKey: '${public_api_key}', eventId: '${event_id}' })</script>`,
  '/bare': `<!doctype html><title>Shop</title><h1>Shop</h1><button onclick="const frame = document.createElement('iframe');
frame.src = '/frame'; document.body.append(frame)">Open</button>`,
  '/frame': bareFrame,
}
const site = createServer((asked, answer) => {
  answer.writeHead(200, { 'content-type': 'text/html' }).end(pages[asked.url ?? ''] ?? '')
}).listen(0, '127.0.0.1')
await new Promise((done) => site.once('listening', done))
const origin = `http://localhost:${(site.address() as AddressInfo).port}`

const browser = await launchBrowser()
const [own, bare]: [number[], number[]] = [[], []]
for (let round = 0; round < rounds; round++) {
  bare.push(await open('/bare', '/frame'))
  own.push(await open('/site', '/widget/chat.html'))
}
report('from the click to a chat that can be used', own.slice(1), bare.slice(1))
await browser.close()
site.close()

/** Milliseconds from the click to the first button of the frame at this path, for someone who was never here. */
async function open(path: string, frame: string): Promise<number> {
  await using visit = await openVisit(browser, origin)
  const { context, page } = visit
  // Frames of other sites have the machine's clock in common, and nothing else.
  await context.addInitScript((path) => {
    if (location.pathname !== path) return
    const look = () => {
      const button = document.querySelector<HTMLButtonElement>('button:enabled')
      if (!button?.checkVisibility()) return requestAnimationFrame(look)
      // The frame in which it was found is painted when the next one begins.
      return requestAnimationFrame(() => Reflect.set(window, 'usableAt', performance.timeOrigin + performance.now()))
    }
    requestAnimationFrame(look)
  }, frame)
  await page.goto(path)
  const launcher =
    path === '/bare' ? page.mainFrame() : page.frames().find((one) => one.url().includes('/widget/button.html'))
  const within = launcher ?? (await page.waitForEvent('framenavigated', (one) => one.url().includes('button.html')))
  await within.getByRole('button').waitFor()
  await page.waitForLoadState('networkidle')
  const clickedAt = await within.evaluate(() => {
    document.querySelector<HTMLButtonElement>('button')?.click()
    return performance.timeOrigin + performance.now()
  })
  for (;;) {
    const opened = page.frames().find((one) => new URL(one.url(), origin).pathname === frame)
    const usableAt: unknown = await opened?.evaluate(() => Reflect.get(window, 'usableAt')).catch(() => undefined)
    if (typeof usableAt === 'number') return usableAt - clickedAt
    await page.waitForTimeout(20)
  }
}
