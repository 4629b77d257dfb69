import type { ApiDocument } from '#contracts/api-documents.ts'
import { type Node, nodeAt, resolve, textAt } from './nodes.ts'

const MOST = 5
const NAME = /^[!#$%&'*+.^`|~\w-]{1,200}$/

/** What is sent with every request so that the API knows who asks: headers by how they begin, and parameters of the address. */
export function readSignIn(document: Node): Pick<ApiDocument, 'headers' | 'query_keys'> {
  const headers = new Map<string, string>()
  const query_keys = new Set<string>()
  for (const value of Object.values(nodeAt(nodeAt(document, 'components'), 'securitySchemes'))) {
    const scheme = resolve(document, value)
    if (!scheme) continue
    const type = textAt(scheme, 'type')
    const name = textAt(scheme, 'name')
    if (type === 'apiKey' && NAME.test(name)) {
      if (textAt(scheme, 'in') === 'header') headers.set(name, '')
      if (textAt(scheme, 'in') === 'query') query_keys.add(name)
      if (textAt(scheme, 'in') === 'cookie' && !headers.has('Cookie')) headers.set('Cookie', `${name}=`)
    } else if (type === 'http' || type === 'oauth2' || type === 'openIdConnect') {
      const isBasic = textAt(scheme, 'scheme').toLowerCase() === 'basic'
      if (!headers.has('Authorization')) headers.set('Authorization', isBasic ? 'Basic ' : 'Bearer ')
    }
  }
  return {
    headers: [...headers].slice(0, MOST).map(([name, begins]) => ({ name, begins })),
    query_keys: [...query_keys].slice(0, MOST),
  }
}
