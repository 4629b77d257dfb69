import type { ApiBody, ApiRequest } from '../api/api-request.ts'
import { cleanText } from '../clean-text.ts'
import { cleanSchema } from '../remote/clean-schema.ts'
import { MAX_DESCRIPTION_LENGTH } from '../remote/tool-limits.ts'
import { isNode, type Node, nodeAt, textAt } from './nodes.ts'
import { parametersOf, type ReadParameter, readParameters } from './read-parameters.ts'
import { type Body, readRequestBody } from './request-body.ts'
import { schemasOf } from './schemas.ts'
import { serversOf } from './servers.ts'
import { UnsupportedOperationError } from './unsupported-operation.ts'

export type Operation = { method: string; path: string; item: Node; given: Node }
type ReadOperation = { description: string; input_schema: Node; request: ApiRequest }

/** What a model reads about an operation, and how its input becomes a request. Throws `UnsupportedOperationError` where it can be no tool. */
export function readOperation(
  document: Node,
  { method, path, item, given }: Operation,
  address: string | null,
): ReadOperation {
  const servers = serversOf(document, item, given, address)
  const parameters = readParameters(document, path, parametersOf(item, given))
  const body = method === 'GET' || method === 'HEAD' ? null : readRequestBody(document, given)
  return {
    description: describe(given),
    input_schema: inputOf(document, parameters, body),
    request: {
      method,
      path,
      ...(servers && { servers }),
      parameters: parameters.map(({ parameter }) => parameter),
      body: body && requestOf(body),
    },
  }
}

const requestOf = ({ content_type, is_required, fields }: Body): ApiBody => ({
  content_type,
  is_required,
  ...(fields.length > 0 && { fields }),
})

export function describe(given: Node): string {
  const texts = [textAt(given, 'summary'), textAt(given, 'description')].map((text) => text.trim()).filter(Boolean)
  return cleanText(texts.join('\n'), MAX_DESCRIPTION_LENGTH)
}

/** Where all of it is too large for a model, the shape of the body is left to the description, and then that of the parameters. */
function inputOf(document: Node, parameters: readonly ReadParameter[], body: Body | null): Node {
  const anyBody = body && { ...body, schema: body.short_schema }
  const anyParameters = parameters.map((each) => ({ ...each, schema: {} }))
  return (
    schemaOf(document, parameters, body) ??
    schemaOf(document, parameters, anyBody) ??
    schemaOf(document, anyParameters, anyBody) ??
    unfit('It is too large for a tool')
  )
}

/** Null where it is too large. */
function schemaOf(document: Node, parameters: readonly ReadParameter[], body: Body | null): Node | null {
  const schemas = schemasOf(document)
  const described = (schema: unknown, description: string) => {
    const read = schemas.read(schema)
    return isNode(read) && description !== '' ? { ...read, description } : read
  }
  try {
    const properties = Object.fromEntries(
      parameters.map(({ parameter, schema, description }) => [parameter.property, described(schema, description)]),
    )
    const read = body ? { ...properties, body: described(body.schema, body.description) } : properties
    const required = parameters
      .filter(({ parameter }) => parameter.is_required)
      .map(({ parameter }) => parameter.property)
    const whole = {
      type: 'object',
      properties: read,
      ...((required.length > 0 || body?.is_required) && {
        required: [...required, ...(body?.is_required ? ['body'] : [])],
      }),
      ...(Object.keys(schemas.defs()).length > 0 && { $defs: schemas.defs() }),
    }
    const clean = cleanSchema(whole)
    return Object.keys(nodeAt(clean, 'properties')).length === Object.keys(read).length ? clean : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function unfit(why: string): never {
  throw new UnsupportedOperationError(why)
}
