import addressparser from 'nodemailer/lib/addressparser'
import { cleanText } from '../../connectors/clean-text.ts'

const MAX_HEADER_LENGTH = 20_000
const MAX_SHOWN = 320

export type Address = { name: string; address: string }

/** The addresses of a header that someone else wrote. */
export function readAddresses(header: string): Address[] {
  return addressparser(header.slice(0, MAX_HEADER_LENGTH), { flatten: true }).map(({ name, address }) => ({
    name: name ?? '',
    address: address ?? '',
  }))
}

export function showAddress({ name, address }: Address): string {
  const shown = name && name !== address ? `${name} <${address}>` : address
  return cleanText(shown.replaceAll(/\s+/g, ' '), MAX_SHOWN)
}

/** Everyone once, and nobody of those who are left out. */
export function withoutTwice(addresses: readonly Address[], left_out: readonly string[] = []): string[] {
  const seen = new Set(left_out.map((address) => address.toLowerCase()))
  return addresses.flatMap(({ address }) => {
    const key = address.toLowerCase()
    if (seen.has(key) || !/^[^\s<>@]+@[^\s<>@]+$/.test(address)) return []
    seen.add(key)
    return [address]
  })
}
