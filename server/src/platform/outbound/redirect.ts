import type { Call } from './call.ts'
import { OutboundRefused } from './refused.ts'

const redirects = new Set([301, 302, 303, 307, 308])
const aboutTheBody = ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length']
// Wider than any list of names: a header that merely sounds like a secret is not for another host either.
const soundsSecret = /auth|cookie|key|token|secret|passw|credential|signature|session/i

type Answer = { status: number; headers: { get(name: string): string | null } }

/** The call that a redirect asks for, by the rules of the fetch standard; undefined when the answer is no redirect. */
export function nextCall(call: Call, answer: Answer): Call | undefined {
  const location = answer.headers.get('location')
  if (!redirects.has(answer.status) || location === null) return undefined
  if (!URL.canParse(location, call.url.href))
    throw new OutboundRefused(`${call.url.host} redirects to no valid address.`)

  const url = new URL(location, call.url)
  const headers = new Headers(call.headers)
  if (url.origin !== call.url.origin) for (const name of [...headers.keys()]) if (isSecret(name)) headers.delete(name)

  if (becomesGet(call.method, answer.status)) {
    for (const name of aboutTheBody) headers.delete(name)
    return { ...call, url, headers, method: 'GET', body: undefined }
  }
  if (call.body instanceof ReadableStream)
    throw new OutboundRefused(`${call.url.host} redirects, and the body of this call cannot be sent twice.`)
  return { ...call, url, headers }
}

function becomesGet(method: string, status: number): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}

function isSecret(header: string): boolean {
  return header === 'host' || soundsSecret.test(header)
}
