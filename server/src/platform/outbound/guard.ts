import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { parseAddress, whyNotPublic } from './addresses.ts'
import type { AllowList } from './allow-list.ts'
import { OutboundRefused } from './refused.ts'

/** Turns a host name into its addresses, as the system would. */
export type Resolve = (host: string) => Promise<string[]>

export const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** Refuses what can be refused by the look of the URL; names are judged by the lookup, at the moment of connecting. */
export function checkUrl(url: URL, allowed: AllowList): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundRefused(`Only http and https addresses can be called, not "${url.protocol}".`)
  if (url.username || url.password)
    throw new OutboundRefused('A user name or password cannot be part of the address; send them in a header.')

  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host)) checkAddress(host, allowed)
}

/**
 * A lookup for `net.connect` that hands over only checked addresses. Nothing resolves the name a second time, so a name
 * that changes its mind gains nothing; a name with one forbidden address among others is refused as a whole.
 */
export function guardedLookup(resolve: Resolve, allowed: AllowList): LookupFunction {
  return (host, options, done) => {
    resolveChecked(host).then(
      ([first, ...rest]) => {
        if (options.all) done(null, [first, ...rest])
        else done(null, first.address, first.family)
      },
      (error) => done(error, ''),
    )
  }

  async function resolveChecked(host: string) {
    const addresses = await resolve(host)
    if (!allowed.allowsHost(host)) for (const address of addresses) checkAddress(address, allowed, host)

    const [first, ...rest] = addresses.map((address) => ({ address, family: isIP(address) }))
    if (!first) throw new OutboundRefused(`The name ${host} leads to no address.`)
    return [first, ...rest] as const
  }
}

function checkAddress(text: string, allowed: AllowList, host?: string): void {
  const address = parseAddress(text)
  const reason = whyNotPublic(address)
  if (!reason || allowed.allowsAddress(address)) return

  const named = host ? `${text} (${host})` : text
  throw new OutboundRefused(`The address ${named} is not reachable from here: ${reason}.`)
}
