import { once } from 'node:events'
import { io } from 'socket.io-client'
import { expect, onTestFinished } from 'vitest'
import type { WebchatMessageAccepted } from '#contracts/webchat.ts'
import type { OrganizationRow } from '#features/organizations/table.ts'
import { ownTestApp, type TestApp } from '../app.ts'
import { type Answer, type Client, createClient } from '../client.ts'
import { startCustomDouble } from '../doubles/vendors/chat-completions.ts'
import { messageOf } from './private-chat.ts'

type OrganizationValues = Parameters<TestApp['given']['organization']>[0]
type Values = Parameters<TestApp['given']['connectedTeammate']>[2]

export const WEBCHAT = '/api/public/webchat'

/** A server behind a proxy, so that each browser of a test may have an address of its own. */
export const startWebchatApp = (env: Record<string, string> = {}): Promise<TestApp> =>
  ownTestApp({ env: { TRUST_PROXY: '127.0.0.1', ...env } })

let browsers = 0
const newAddress = () => `2001:db8:1::${(++browsers).toString(16)}`

/** A browser on a page of the organization, which keeps the token that it gets as the widget does. */
export function openBrowser(app: TestApp, { public_api_key }: OrganizationRow, headers: Record<string, string> = {}) {
  const own = { 'x-forwarded-for': newAddress(), 'api-key': public_api_key, ...headers }
  const client = createClient(app.base_url, own)
  let token: string | undefined
  let ws_token: string | undefined
  const call = async (
    method: string,
    path: string,
    body?: object,
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const sent = { ...(token !== undefined && { 'webchat-token': token }), ...more }
    const response = await client.send(`${WEBCHAT}${path}`, {
      method,
      headers: { ...sent, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = {
      status: response.status,
      body: (await response.json()) as Answer['body'],
      headers: response.headers,
    }
    token = answer.body?.data?.webchat_token ?? token
    ws_token = answer.body?.data?.ws_token ?? ws_token
    return answer
  }
  const send = (message: string, more: object = {}): Promise<Answer> => call('POST', '/messages', { message, ...more })
  return {
    client,
    call,
    get: (path: string, more?: Record<string, string>) => call('GET', path, undefined, more),
    send,
    token: () => token ?? '',
    ws_token: () => ws_token ?? '',
    /** Becomes the visitor for whom this token was made. */
    use(other: string | undefined) {
      token = other
    },
    /** Writes, and waits for the end of the answer. */
    async sendAndWait(message: string, more: object = {}): Promise<WebchatMessageAccepted> {
      const { status, body } = await send(message, more)
      expect(status, JSON.stringify(body)).toBe(200)
      const { answer } = body.data
      if (answer) await expect.poll(async () => (await messageOf(app, answer.id)).status).not.toBe('in_progress')
      return body.data
    },
    listen: () => listen(app, ws_token ?? ''),
  }
}

export type Browser = ReturnType<typeof openBrowser>

/** What reaches a socket of this token, by name. */
export async function listen(app: TestApp, token: string) {
  const socket = io(app.base_url, { path: '/realtime', auth: { token }, transports: ['websocket'] })
  onTestFinished(() => void socket.close())
  // biome-ignore lint/suspicious/noExplicitAny: a test reads freely what it receives
  const received: { name: string; payload: any }[] = []
  let ends = 0
  socket.onAny((name: string, payload) => name !== 'ready' && received.push({ name, payload }))
  socket.on('disconnect', () => ends++)
  await once(socket as never, 'ready')
  return { received, names: () => received.map(({ name }) => name), ends: () => ends }
}

/** Why the server does not let this token in. */
export async function refusalOf(app: TestApp, token: string): Promise<string> {
  const socket = io(app.base_url, {
    path: '/realtime',
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
  })
  onTestFinished(() => void socket.close())
  const [error] = (await Promise.race([
    once(socket as never, 'connect_error'),
    once(socket as never, 'ready').then(() => [new Error('let in')]),
  ])) as [Error]
  return error.message
}

/** An organization whose teammate answers on web pages, behind a vendor double. */
export async function givenWebchat(
  app: TestApp,
  { organization: row, values }: { organization?: OrganizationValues; values?: Values } = {},
) {
  const vendor = await startCustomDouble(null)
  const given = await app.given.organization(row)
  const { organization } = given
  const teammate = await app.given.connectedTeammate(organization, vendor, {
    name: 'Ada',
    channel: 'Web Chat',
    ...values,
  })
  const base = `/api/organizations/${organization.id}`
  const admin: Client = await app.as(given.admin)
  return {
    ...given,
    vendor,
    teammate,
    base,
    asAdmin: admin,
    browser: (headers?: Record<string, string>) => openBrowser(app, organization, headers),
    async entryPoint(values: object = {}): Promise<string> {
      const input = { name: 'Shop', employee_id: teammate.id, ...values }
      const { status, body } = await admin.post(`${base}/webchat-entry-points`, input)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.id
    },
    /** Sets who may use the widget, and answers with the identity secret. */
    async secure(rules: object = {}): Promise<string> {
      const input = { allowed_origins: [], identity_required: false, ...rules }
      const { status, body } = await admin.put(`${base}/settings/webchat-security`, input)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.identity_secret
    },
    [Symbol.asyncDispose]: () => vendor.close(),
  }
}
