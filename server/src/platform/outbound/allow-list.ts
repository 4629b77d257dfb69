import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Address, parseAddress, sameKind } from './addresses.ts'

export type AllowList = { allowsHost(name: string): boolean; allowsAddress(address: Address): boolean }

/** Reads a list of addresses, CIDRs and host names; an entry that is none of these is an error, not a hole. */
export function readAllowList(entries: string[]): AllowList {
  const hosts = new Set<string>()
  const networks: [Address, number][] = []

  for (const entry of entries.map((entry) => entry.trim())) {
    const bare = entry.replace(/^\[(.*)\]$/, '$1')
    if (isIP(bare.replace(/\/\d+$/, '')) && ipaddr.isValidCIDR(bare)) networks.push(ipaddr.parseCIDR(bare))
    else if (isIP(bare)) networks.push(networkOf(bare))
    else if (isHostName(entry)) hosts.add(plainName(entry))
    else throw new Error(`"${entry}" is neither an address, nor a CIDR, nor a host name.`)
  }

  return {
    allowsHost: (name) => hosts.has(plainName(name)),
    allowsAddress: (address) =>
      networks.some(([network, bits]) => sameKind(address, network) && address.match(network, bits)),
  }
}

function networkOf(text: string): [Address, number] {
  const address = parseAddress(text)
  return [address, address.toByteArray().length * 8]
}

function isHostName(text: string): boolean {
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(text) && !/^[\d.]+$/.test(text)
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
