const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether an address may be given what only Microsoft may have: a token of the bot, or a file. `hosts` are names; one that begins
 * with a dot matches its subdomains too. Plain http is for a host of this machine that is listed.
 */
export function isAllowedAddress(address: string, hosts: readonly string[]): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  const { protocol, hostname, username, password } = url
  if (username !== '' || password !== '') return false
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.has(hostname))) return false
  return hosts.some((host) => (host.startsWith('.') ? `.${hostname}`.endsWith(host.toLowerCase()) : hostname === host))
}
