/** What is behind the question mark of an address, by name. Placeholders stay as they are written. */
export function queryOf(address: string): Record<string, string> {
  const [, query = ''] = /\?([^#]*)/.exec(address) ?? []
  const pairs = query.split('&').filter((pair) => pair !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return at === -1 ? [decoded(pair), ''] : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))]
    }),
  )
}

/** Whether the query can be shown by name: no name occurs twice. */
export function hasPlainQuery(address: string): boolean {
  const [, query = ''] = /\?([^#]*)/.exec(address) ?? []
  return query.split('&').filter((pair) => pair !== '').length === Object.keys(queryOf(address)).length
}

/** The address with another query. */
export function withQuery(address: string, query: Readonly<Record<string, unknown>>): string {
  const [, before = '', , after = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  const pairs = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`)
  return `${before}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}${after}`
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** All but placeholders, also one that is still being written. */
const encoded = (text: string): string =>
  text
    .split(/(\{\{[^{}]*(?:\}\}|$))/)
    .map((part) => (part.startsWith('{{') ? part : encodeURIComponent(part)))
    .join('')
