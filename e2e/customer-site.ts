import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type APIRequestContext, type FrameLocator, type Page, request } from 'playwright-core'
import { z } from 'zod'
import { sendAgain } from './send-again.ts'

const People = z.object({ users: z.array(z.object({ id: z.string(), name: z.string() })) })
const WhoAmI = z.object({ current_organization_id: z.string() })
const Staff = z.object({ id: z.string(), name: z.string(), owned_by_user_id: z.string().nullable().optional() })
const Keys = z.object({ public_api_key: z.string() })

export type Site = Awaited<ReturnType<typeof openCustomerSite>>
type Served = { type: string; body: string; headers?: Record<string, string> }

/** How a page of the customer is made. */
export type PageOptions = {
  /** Given to `ChatWidget.init` beside the key. */
  init?: Record<string, unknown>
  csp?: boolean
  /** Without a doctype, and with styles that hit whatever they can. */
  hostile?: boolean
  /** The scripts stand in the head, before there is a body. */
  early?: boolean
  script?: string
  /** In place of the elements that put the widget there. */
  scripts?: string
  html?: string
  /** Further elements of the head. */
  head?: string
  attributes?: string
  lang?: string
  headers?: Record<string, string>
}

const HOSTILE = `body * { all: unset !important; display: none !important; transform: rotate(3deg) !important; opacity: .1 !important }
body iframe, body div { position: static !important; width: 3px !important; height: 3px !important; visibility: hidden !important }`

/** A site of a customer at another host, with pages that embed the widget of this server. */
export async function openCustomerSite(base_url: string, options: { multi?: boolean } = {}) {
  const api = sendAgain(await request.newContext({ baseURL: base_url }))
  const { users } = People.parse(await (await api.get('/api/auth/dev/users')).json())
  const admin = users.find(({ name }) => name === 'Alex Admin')
  await api.post('/api/auth/dev/login', { data: { user_id: admin?.id } })
  const { current_organization_id: id } = WhoAmI.parse(await (await api.get('/api/init/whoami')).json())
  const organization = `/api/organizations/${id}`
  const employee_id = await robinOf(api, organization)
  const made = await api.post(`${organization}/webchat-entry-points`, {
    data: { name: 'Shop', employee_id, multi_conversations: options.multi ?? true },
  })
  if (!made.ok()) throw new Error(await made.text())
  const entry = z.object({ id: z.string() }).parse(await made.json())
  const { public_api_key } = Keys.parse(await (await api.get(`${organization}/api-keys`)).json())

  const served = new Map<string, Served>()
  const server = createServer((asked, answer) => {
    const found = served.get(asked.url ?? '')
    answer.writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain', ...found?.headers })
    answer.end(found?.body ?? '')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Another host than the server's, so that the browser takes the frames to be those of another site.
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  let pages = 0

  return {
    origin,
    api,
    organization,
    employee_id,
    event_id: entry.id,
    public_api_key,
    /** The address of a new page of this site. */
    page: (page: PageOptions = {}): string => {
      const name = `/${++pages}`
      const init = { apiKey: public_api_key, eventId: entry.id, ...page.init }
      const csp = `default-src 'none'; script-src 'self' ${base_url}; frame-src ${base_url}; style-src 'self'; require-trusted-types-for 'script'`
      const scripts =
        page.scripts ??
        `<script src="${base_url}/widget/svc-webchat-widget.js"></script><script src="${name}.js"></script>`
      const html = `${page.hostile ? '' : '<!doctype html>'}<html lang="${page.lang ?? 'en'}" ${page.attributes ?? ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Corner Shop</title>
<link rel="stylesheet" href="${name}.css">${page.head ?? ''}${page.early ? scripts : ''}</head><body><h1>Corner Shop</h1><p>Fresh bread every day.</p>${page.html ?? ''}${page.early ? '' : scripts}</body></html>`
      const headers = { ...(page.csp && { 'content-security-policy': csp }), ...page.headers }
      served.set(name, { type: 'text/html', body: html, headers })
      served.set(`${name}.css`, { type: 'text/css', body: page.hostile ? HOSTILE : 'body { font-family: sans-serif }' })
      served.set(`${name}.js`, {
        type: 'text/javascript',
        body: page.script ?? `ChatWidget.init(${JSON.stringify(init)})`,
      })
      return origin + name
    },
    async close() {
      await api.dispose()
      server.close()
    },
  }
}

async function robinOf(api: APIRequestContext, organization: string): Promise<string> {
  const listed = await (await api.get(`${organization}/employees`)).json()
  const teammates = z.array(Staff).parse(listed.data ?? listed)
  const robin = teammates.find(({ name }) => name === 'Robin')
  if (!robin) throw new Error(`There is no Robin among ${teammates.map(({ name }) => name).join(', ')}`)
  return robin.id
}

export const launcherOn = (page: Page) => page.frameLocator('iframe[src*="/widget/button.html"]').getByRole('button')
export const chatOn = (page: Page): FrameLocator => page.frameLocator('iframe[src*="/widget/chat.html"]')

/** Opens the chat, as a visitor does, and begins to write. */
export async function openChat(page: Page): Promise<FrameLocator> {
  await launcherOn(page).click()
  const chat = chatOn(page)
  await chat.getByRole('button', { name: /^(Send us a message|Continue the chat)/ }).click()
  return chat
}

export async function sendMessage(chat: FrameLocator, text: string): Promise<void> {
  await chat.getByRole('textbox', { name: 'Message' }).fill(text)
  await chat.getByRole('button', { name: 'Send', exact: true }).click()
}
