import type { ApiParameter } from '../api/api-request.ts'
import { cleanText } from '../clean-text.ts'
import { freeNames } from '../remote/free-names.ts'
import { isNode, listAt, type Node, nodeAt, resolve, textAt } from './nodes.ts'
import { pathParts } from './path-parts.ts'
import { styleOf } from './styles.ts'
import { UnsupportedOperationError } from './unsupported-operation.ts'

const MAX_PARAMETERS = 100
const MAX_NAME_LENGTH = 200
const MAX_DESCRIPTION_LENGTH = 500
/** As headers and cookies are named. */
const TOKEN = /^[!#$%&'*+.^`|~\w-]{1,200}$/
/** What the connection itself or the connector decides; the standard has the first three ignored. */
const NOT_GIVEN =
  /^(accept|content-type|authorization|host|content-.*|transfer-encoding|connection|te|upgrade|cookie)$/i

export type ReadParameter = { parameter: ApiParameter; schema: Node; description: string }

/** The parameters of an operation, and those of its path that it does not override. The input's name `body` is reserved. */
export function readParameters(document: Node, path: string, given: readonly unknown[]): ReadParameter[] {
  const byPlace = new Map<string, Node>()
  for (const each of given) {
    const parameter = resolve(document, each)
    if (parameter) byPlace.set(`${textAt(parameter, 'in')} ${textAt(parameter, 'name')}`, parameter)
  }
  const freeName = freeNames(['body'])
  const read = [...byPlace.values(), ...undeclared(path, byPlace)].flatMap((parameter) => {
    const name = textAt(parameter, 'name')
    const place = textAt(parameter, 'in')
    const is_required = place === 'path' || parameter.required === true
    if (!isPlace(place) || !(place === 'path' ? path.includes(`{${name}}`) : isSent(place, name))) {
      if (is_required && place === 'cookie')
        throw new UnsupportedOperationError('It needs a cookie whose name cannot be sent')
      return []
    }
    const property = freeName(name)
    const content = Object.values(nodeAt(parameter, 'content'))[0]
    const schema = isNode(content) ? nodeAt(content, 'schema') : nodeAt(parameter, 'schema')
    const style = isNode(content) ? 'json' : styleOf(place, textAt(parameter, 'style'))
    return {
      parameter: {
        property,
        name,
        in: place,
        style,
        explode: typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form',
        is_required,
      },
      schema,
      description: cleanText(textAt(parameter, 'description'), MAX_DESCRIPTION_LENGTH),
    }
  })
  if (read.length > MAX_PARAMETERS) throw new UnsupportedOperationError(`It has more than ${MAX_PARAMETERS} parameters`)
  return read
}

/** A path may have places that are declared nowhere else, and its query such as are parameters of the query. */
function undeclared(path: string, declared: ReadonlyMap<string, Node>): Node[] {
  const { route, query } = pathParts(path)
  const namesIn = (text: string) => [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  const asked = namesIn(query).filter((name) => !declared.has(`query ${name}`))
  return [...new Set([...namesIn(route), ...asked])]
    .filter((name) => !declared.has(`path ${name}`))
    .map((name) => ({ name, in: 'path', schema: { type: 'string' } }))
}

const isPlace = (place: string): place is ApiParameter['in'] => /^(path|query|header|cookie)$/.test(place)

function isSent(place: ApiParameter['in'], name: string): boolean {
  if (name === '' || name.length > MAX_NAME_LENGTH) return false
  if (place === 'query') return true
  return TOKEN.test(name) && (place === 'cookie' || !NOT_GIVEN.test(name))
}

/** The parameters of a path and of an operation, in this order. */
export const parametersOf = (item: Node, operation: Node): unknown[] => [
  ...listAt(item, 'parameters'),
  ...listAt(operation, 'parameters'),
]
