/** Throws for an address that is no page of the web, such as a script. */
export function webAddress(address: string): string {
  const url = new URL(address, location.origin)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('This is not the address of a page.')
  return url.href
}
