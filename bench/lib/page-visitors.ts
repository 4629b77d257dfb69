import { io, type Socket } from 'socket.io-client'
import { z } from 'zod'
import type { Alongside } from './stage.ts'

const Keys = z.object({ public_api_key: z.string() })
const EntryPoint = z.object({ id: z.string() })

/** Visitors of a page whose entry point leads to the bench's teammate, each at an address of their own. */
export async function pageVisitors({
  url,
  organization_id,
  employee_id,
  cookie,
}: Pick<Alongside, 'url' | 'organization_id' | 'employee_id' | 'cookie'>) {
  const organization = `${url}/api/organizations/${organization_id}`
  const json = { 'content-type': 'application/json' }
  async function ask<T>(schema: z.ZodType<T>, address: string, init: RequestInit): Promise<T> {
    const response = await fetch(address, init)
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
    return schema.parse(await response.json())
  }
  const asOperator = (path: string, body: object = {}) =>
    ask(z.unknown(), `${organization}${path}`, {
      method: 'POST',
      headers: { ...json, cookie },
      body: JSON.stringify(body),
    })
  const { public_api_key } = await ask(Keys, `${organization}/api-keys`, { headers: { cookie } })
  const event_id = EntryPoint.parse(await asOperator('/webchat-entry-points', { name: 'Bench', employee_id })).id
  const webchat = `${url}/api/public/webchat`
  const headersOf = (n: number) => ({
    'api-key': public_api_key,
    'x-forwarded-for': `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`,
  })
  return {
    public_api_key,
    event_id,
    webchat,
    headersOf,
    asOperator,
    /** The n-th visitor opens the widget. */
    begin: <T>(n: number, schema: z.ZodType<T>) =>
      ask(schema, `${webchat}/init?event_id=${event_id}&contact_external_id=visitor-${n}`, { headers: headersOf(n) }),
    /** The n-th visitor reads a page of the conversation, the newest or what was before `limiter`. */
    readMessages: <T>(n: number, schema: z.ZodType<T>, limiter?: string) =>
      ask(
        schema,
        `${webchat}/messages?event_id=${event_id}&contact_external_id=visitor-${n}${limiter ? `&limiter=${limiter}` : ''}`,
        { headers: headersOf(n) },
      ),
    /** The n-th visitor sends this. */
    send: <T>(n: number, message: string, schema: z.ZodType<T>) =>
      ask(schema, `${webchat}/messages`, {
        method: 'POST',
        headers: { ...json, ...headersOf(n) },
        body: JSON.stringify({ message, event_id, contact: { external_id: `visitor-${n}` } }),
      }),
  }
}

/** A connection that is let in. */
export function connect(url: string, auth: object, path = '/realtime'): Promise<Socket> {
  return new Promise((ready, fail) => {
    const socket = io(url, { path, auth, transports: ['websocket'], forceNew: true })
    socket.on('ready', () => ready(socket))
    socket.on('connect_error', fail)
  })
}
