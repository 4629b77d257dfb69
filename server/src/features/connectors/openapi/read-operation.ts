import type { ApiRequest } from '../api-request.ts'
import { plainText } from '../plain-text.ts'
import { cleanSchema } from '../remote/clean-schema.ts'
import { MOST_DESCRIPTION } from '../remote/clean-tools.ts'
import { isNode, listAt, type Node, nodeAt, resolve, textAt } from './nodes.ts'
import { parametersOf, type ReadParameter, readParameters } from './read-parameters.ts'
import { schemasOf } from './schemas.ts'
import { Unfit } from './unfit.ts'

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(; ?charset=[\w-]+)?$/
const FORM = 'application/x-www-form-urlencoded'

export type Operation = { method: string; path: string; item: Node; given: Node }
export type ReadOperation = { description: string; input_schema: Node; request: ApiRequest }

/** What a model is told of an operation, and how its input becomes a request. Throws `Unfit` where it can be no tool. */
export function readOperation(document: Node, { method, path, item, given }: Operation): ReadOperation {
  if (listAt(given, 'servers').length > 0 || listAt(item, 'servers').length > 0)
    throw new Unfit('It is reached at an address of its own')
  const parameters = readParameters(document, path, parametersOf(item, given))
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(document, given)
  return {
    description: describe(given),
    input_schema: inputOf(document, parameters, body),
    request: {
      method,
      path,
      parameters: parameters.map(({ parameter }) => parameter),
      body: body && { content_type: body.content_type, is_required: body.is_required },
    },
  }
}

export function describe(given: Node): string {
  const said = [textAt(given, 'summary'), textAt(given, 'description')].map((text) => text.trim()).filter(Boolean)
  return plainText(said.join('\n'), MOST_DESCRIPTION)
}

type Body = { content_type: string; is_required: boolean; schema: unknown; description: string }

function bodyOf(document: Node, given: Node): Body | null {
  const body = resolve(document, given.requestBody)
  if (!body) return null
  const is_required = body.required === true
  const content = nodeAt(body, 'content')
  const types = Object.keys(content).filter((type) => MEDIA_TYPE.test(type) || type === '*/*')
  const type =
    types.find((type) => /^application\/([\w.-]+\+)?json\b/.test(type)) ??
    types.find((type) => type.startsWith(FORM) || type.startsWith('text/') || type === '*/*')
  if (type === undefined) {
    if (!is_required) return null
    throw new Unfit(`It takes ${plainText(Object.keys(content)[0] ?? 'a body of no type', 60)}, which is not supported`)
  }
  const schema = nodeAt(content, type).schema ?? {}
  const content_type = type === '*/*' ? 'application/json' : type
  return { content_type, is_required, schema, description: textAt(body, 'description') }
}

/** Where all of it is too large for a model, the shape of the body is left to the description, and then that of the parameters. */
function inputOf(document: Node, parameters: readonly ReadParameter[], body: Body | null): Node {
  const anyBody = body && { ...body, schema: body.content_type.startsWith('text/') ? { type: 'string' } : {} }
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
  throw new Unfit(why)
}
