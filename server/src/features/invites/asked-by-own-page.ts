import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '#platform/config.ts'

/**
 * Whether a GET that changes something may do so: asked by a script of our own pages, or by a program. A link or a picture
 * that someone put into one of our pages is same-origin too, which is why a browser must say that a script asks.
 */
export function askedByOwnPage({ BASE_URL }: Config, headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': dest = 'empty', accept = '', referer, origin } = headers
  const isOwn = (address: string) => {
    const { origin: asking, host } = URL.parse(address) ?? {}
    return asking === BASE_URL || (host !== undefined && host === headers.host)
  }
  if (dest !== 'empty') return false
  if (site === 'same-origin') return true
  if (site === 'none') return referer !== undefined && isOwn(referer)
  if (site !== undefined || accept.includes('text/html')) return false
  return [referer, origin].every((address) => address === undefined || isOwn(address))
}
