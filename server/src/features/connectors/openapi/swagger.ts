import { FORM, MULTIPART } from './media-types.ts'
import { listAt, type Node, nodeAt, resolve, textAt } from './nodes.ts'
import type { Operation } from './read-operation.ts'
import { parametersOf } from './read-parameters.ts'

/** Version 2 of OpenAPI, which was called Swagger; YAML may read its number as one. */
export const isSwagger = (document: Node): boolean => /^2(\.|$)/.test(textAt(document, 'swagger'))

/** What a document says of its API as a whole, in the words of version 3. */
export function describedApi(document: Node): Node {
  if (!isSwagger(document)) return document
  const host = textAt(document, 'host')
  const given = ['https', 'http'].filter((scheme) => listAt(document, 'schemes').includes(scheme))
  const schemes = given.length > 0 ? given : ['https']
  const servers = schemes.map((scheme) => ({ url: `${scheme}://${host}${textAt(document, 'basePath')}` }))
  const securitySchemes = Object.entries(nodeAt(document, 'securityDefinitions')).map(([name, value]) => {
    const scheme = resolve(document, value) ?? {}
    return [name, scheme.type === 'basic' ? { type: 'http', scheme: 'basic' } : scheme] as const
  })
  return {
    info: document.info,
    servers: host === '' ? [] : servers,
    components: { securitySchemes: Object.fromEntries(securitySchemes) },
  }
}

/** An operation in the words of version 3. What it refers to stays in the document, where it is found as before. */
export function describedOperation(document: Node, operation: Operation): Operation {
  if (!isSwagger(document)) return operation
  const { item, given } = operation
  const byPlace = new Map<string, Node>()
  for (const each of parametersOf(item, given)) {
    const parameter = resolve(document, each)
    if (parameter) byPlace.set(`${textAt(parameter, 'in')} ${textAt(parameter, 'name')}`, parameter)
  }
  const all = [...byPlace.values()]
  const consumes = (Array.isArray(given.consumes) ? given : document).consumes
  const types = Array.isArray(consumes) ? consumes.filter((type) => typeof type === 'string') : []
  const { summary, description } = given
  return {
    ...operation,
    item: {},
    given: {
      summary,
      description,
      parameters: all.filter((parameter) => !/^(body|formData)$/.test(textAt(parameter, 'in'))).map(parameterOf),
      requestBody: bodyOf(all, types),
    },
  }
}

function parameterOf(parameter: Node): Node {
  const { name, in: place, required, description } = parameter
  return { name, in: place, required, description, schema: schemaOf(parameter), ...styleOf(parameter) }
}

/** What is left of a parameter is the schema of its values. */
function schemaOf({ name: _, in: _in, required, collectionFormat, ...schema }: Node): Node {
  return schema.type === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema
}

const FORMATS: Record<string, Node> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { style: 'tabDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
}

/** How a list is written; by default with commas, and in a path and a header also where `multi` is declared. */
function styleOf(parameter: Node): Node {
  if (parameter.type !== 'array') return {}
  const format = textAt(parameter, 'collectionFormat')
  const style = Object.hasOwn(FORMATS, format) ? FORMATS[format] : FORMATS.csv
  if (/^(query|formData)$/.test(textAt(parameter, 'in'))) return style ?? {}
  return style?.style === 'form' ? {} : { style: style?.style }
}

function bodyOf(parameters: readonly Node[], types: readonly string[]): Node | undefined {
  const body = parameters.find((parameter) => parameter.in === 'body')
  if (body) {
    const content = (types.length > 0 ? types : ['application/json']).map((type) => [type, { schema: body.schema }])
    return { required: body.required, description: body.description, content: Object.fromEntries(content) }
  }
  const form = parameters.filter((parameter) => parameter.in === 'formData' && textAt(parameter, 'name') !== '')
  if (form.length === 0) return undefined
  const hasFile = form.some(({ type }) => type === 'file')
  const isMultipart = hasFile || (types.includes(MULTIPART) && !types.includes(FORM))
  const of = (each: (parameter: Node) => Node) =>
    Object.fromEntries(form.map((parameter) => [textAt(parameter, 'name'), each(parameter)]))
  const required = form.filter((parameter) => parameter.required === true).map((parameter) => textAt(parameter, 'name'))
  const schema = { type: 'object', properties: of(schemaOf), required }
  return {
    required: required.length > 0,
    content: { [isMultipart ? MULTIPART : FORM]: { schema, encoding: of(styleOf) } },
  }
}
