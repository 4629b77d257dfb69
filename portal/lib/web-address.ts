/** Of all that an address can be, only a page of the web is gone to. */
export function webAddress(address: string): string {
  const url = new URL(address, location.origin)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('This is not the address of a page.')
  return url.href
}
