import { cleanText } from '../clean-text.ts'
import { isNode, listAt, type Node, nodeAt, textAt } from './nodes.ts'
import { UnsupportedOperationError } from './unsupported-operation.ts'

const MAX_SERVERS = 10
const MAX_CHARACTERS = 2000

/** Where the API of a document is reached; a relative address says nothing. */
export const urlsOf = (document: Node): string[] =>
  serversIn(document).flatMap((url) => (/^https?:\/\//i.test(url) && URL.canParse(url) ? [url.replace(/\/$/, '')] : []))

/**
 * Where an operation is reached that says so itself, or whose path does. Throws where that is nowhere at the origin of its
 * API: what signs us in is sent there and nowhere else.
 */
export function serversOf(document: Node, item: Node, given: Node, address: string | null): string[] | undefined {
  const node = [given, item].find((each) => listAt(each, 'servers').length > 0)
  if (!node) return undefined
  const servers = serversIn(node)
  // The address may be a variable; until a call knows it, the document's own counts, and each call checks again.
  const isKnown = address !== null && URL.parse(address)?.host.includes('{') === false
  const apis = isKnown ? [address] : urlsOf(document)
  const isReached = apis.length === 0 || apis.some((api) => addressAmong(servers, api) !== null)
  if (!isReached)
    throw new UnsupportedOperationError(
      `It is reached at an address of its own, ${cleanText(servers[0] ?? 'of no text', 100)}`,
    )
  return servers
}

/** The API's address with the path of the first server at its origin; null where there is none. */
export function addressAmong(servers: readonly string[], api: string): URL | null {
  const address = new URL(api)
  const found = servers.map((server) => URL.parse(server, api)).find((url) => url?.origin === address.origin)
  if (!found) return null
  address.pathname = found.pathname
  return address
}

/** With their variables as the document sets them. */
const serversIn = (node: Node): string[] =>
  listAt(node, 'servers')
    .slice(0, MAX_SERVERS)
    .flatMap((server) => {
      if (!isNode(server)) return []
      const variables = nodeAt(server, 'variables')
      const url = textAt(server, 'url').replaceAll(/\{([^{}]+)\}/g, (_, name) =>
        textAt(nodeAt(variables, name), 'default'),
      )
      return url.length <= MAX_CHARACTERS ? [url] : []
    })
