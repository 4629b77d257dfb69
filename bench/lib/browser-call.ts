import type { Page } from 'playwright-core'
import type { CallEvent } from '#contracts/voice-socket.ts'
import type { Alongside } from './stage.ts'

export type Received = { atMs: number; event: CallEvent }

/** Opens the chat of the stage's teammate, whose calls reach the stage; returns what they will have sent. */
export async function openChatPage(page: Page, { url, employee_id, people }: Alongside): Promise<Received[]> {
  const [name = '', value = ''] = people[0]?.cookie.split(/=(.*)/) ?? []
  await page.context().addCookies([{ name, value, url }])
  // The stage does not know its port before it is served.
  await page.route('**/create-session/**', async (route) => {
    const response = await route.fetch()
    const session = (await response.json()) as { websocket_url: string }
    const address = new URL(session.websocket_url)
    address.port = new URL(url).port
    await route.fulfill({ response, json: { ...session, websocket_url: address.href } })
  })
  const received: Received[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload !== 'string' || !payload.startsWith('{')) return
      received.push({ atMs: performance.now(), event: JSON.parse(payload) })
    }),
  )
  await page.goto(`${url}/chat/${employee_id}?conversation=new`)
  return received
}
