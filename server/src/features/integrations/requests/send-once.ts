import type { IdentityProvider } from '#contracts/parties.ts'
import type { Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import { OutboundRefused } from '#platform/outbound/refused.ts'
import { originsOf } from '../accounts/provider.ts'
import type { AccountRequest } from './account.ts'

const MAX_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** `is_theirs` is false where a redirect led to another host, which answered. */
export type ProviderAnswer = { status: number; headers: Headers; body: Buffer; is_theirs: boolean }

/** Whether a host is the provider's, where the account's token may be read. */
export const isProviderUrl = (config: Config, service: IdentityProvider, url: string): boolean =>
  originsOf(config, service).has(new URL(url).origin)

/**
 * One request, with the redirects of what is only read. The provider's own hosts are asked with the token; any other, to
 * which it sends for the bytes of a file, without it and as an address that someone else chose.
 */
export async function sendOnce(
  ctx: Context,
  service: IdentityProvider,
  { url, method = 'GET', query = {}, headers: given = {}, json, bytes, most_bytes = MAX_BYTES }: AccountRequest,
  token: string | null,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const { config, outbound } = ctx.ports
  const headers = new Headers(given)
  if (json !== undefined) headers.set('content-type', 'application/json')
  const body = json === undefined ? bytes && new Uint8Array(bytes) : JSON.stringify(json)
  let at = withQuery(url, query)
  for (let redirects = 0; ; redirects++) {
    const isOwn = isProviderUrl(config, service, at)
    if (!isOwn) refuseInTheClear(config, at)
    if (isOwn && token !== null) headers.set('authorization', `Bearer ${token}`)
    else headers.delete('authorization')
    const send = isOwn ? fetch : outbound.fetch
    const response = await send(at, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body }),
    })
    const answered = await readLimited(response, most_bytes)
    const location = response.headers.get('location')
    if (method !== 'GET' || location === null || !REDIRECTS.has(response.status)) {
      const { status, headers } = response
      return { status, headers, body: answered, is_theirs: isOwn }
    }
    if (redirects === MAX_REDIRECTS) throw new OutboundRefused('The provider redirects too many times.')
    if (!URL.canParse(location, at)) throw new OutboundRefused('The provider redirects to no valid address.')
    at = new URL(location, at).href
  }
}

/** An address that a provider hands out is itself the right to what lies there, so that nobody else may read it on its way. */
function refuseInTheClear({ is_production }: Config, address: string): void {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:' || (hostname === '127.0.0.1' && !is_production)) return
  throw new OutboundRefused('The provider sends for a file to an address without encryption.')
}

function withQuery(url: string, query: NonNullable<AccountRequest['query']>): string {
  const at = new URL(url)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) at.searchParams.append(name, String(one))
  }
  return at.href
}
