import ipaddr from 'ipaddr.js'

export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** Whether a host is this machine, by what it is called: names are not looked up. */
export function isLoopbackHost(host: string | undefined): boolean {
  return host === 'localhost' || isLoopbackAddress(host?.replace(/^\[|\]$/g, ''))
}
