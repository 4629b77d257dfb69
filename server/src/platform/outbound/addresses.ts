import ipaddr from 'ipaddr.js'

const wordOf: Record<string, string> = {
  unspecified: 'unspecified address',
  broadcast: 'broadcast',
  multicast: 'multicast',
  linkLocal: 'link-local network',
  loopback: 'loopback',
  private: 'private network',
  uniqueLocal: 'private network',
  deprecatedSiteLocal: 'private network',
  carrierGradeNat: 'carrier-grade NAT',
}

const documentation = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'].map(
  ipaddr.parseCIDR,
)

/** Public by their range, and yet answered by the machine's own cloud with its secrets. */
const cloudMetadata = ['168.63.129.16'].map(ipaddr.parse)

const globalUnicast = ipaddr.parseCIDR('2000::/3')
// The one translation prefix by which a network without IPv4 reaches the public part of it.
const publicNat64 = ipaddr.parseCIDR('64:ff9b::/96')

export type Address = ReturnType<typeof ipaddr.parse>

/** Reads an address as the one that would be talked to: an IPv4 address wrapped in IPv6 is that IPv4 address. */
export function parseAddress(text: string): Address {
  const address = ipaddr.parse(text)
  if (!(address instanceof ipaddr.IPv6)) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  if (address.match(publicNat64)) return new ipaddr.IPv4(address.toByteArray().slice(12))
  return address
}

/** Why the public internet does not lie behind this address; undefined when it does. */
export function whyNotPublic(address: Address): string | undefined {
  if (documentation.some(([network, bits]) => sameKind(address, network) && address.match(network, bits)))
    return 'reserved for documentation'

  if (cloudMetadata.some((one) => one.toString() === address.toString())) return 'cloud metadata service'

  const range = address.range()
  if (range === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast))) return undefined
  return wordOf[range] ?? 'reserved range'
}

export function sameKind(one: Address, other: Address): boolean {
  return one.kind() === other.kind()
}
