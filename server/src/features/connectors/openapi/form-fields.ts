import type { ApiField } from '../api/api-request.ts'
import { FILE } from './given-file.ts'
import { listAt, type Node, nodeAt, resolve, textAt } from './nodes.ts'
import { styleOf } from './styles.ts'
import { UnsupportedOperationError } from './unsupported-operation.ts'

const MAX_FIELDS = 100
const ONE_TYPE = /^[\w.+-]+\/[\w.+-]+(; ?charset=[\w-]+)?$/
/** What a text can be; a field of any other type is a file. */
const TEXTUAL = /^(text\/|application\/([^/]*\+)?(json|xml|x-www-form-urlencoded))/

/** What a form takes, with its files as a tool is given them, and which of its fields are more than their values. */
export function readForm(document: Node, media: Node, is_multipart: boolean): { schema: unknown; fields: ApiField[] } {
  const { properties, required } = propertiesOf(document, media.schema)
  const encodings = nodeAt(media, 'encoding')
  for (const name of Object.keys(encodings)) if (!properties.has(name)) properties.set(name, {})
  const fields: ApiField[] = []
  const changed = new Map<string, Node>()
  for (const [name, given] of properties) {
    const schema = resolve(document, given) ?? {}
    if (schema.readOnly === true) continue
    const encoding = resolve(document, nodeAt(encodings, name)) ?? {}
    const items = schema.type === 'array' ? resolve(document, schema.items) : null
    const content_type = textAt(encoding, 'contentType')
    const is_file = is_multipart && isFile(items ?? schema, content_type)
    const field = { name, is_file, ...typeOf(items ?? schema, content_type), ...styleIn(encoding) }
    if (Object.keys(field).length > 2 || is_file) fields.push(field)
    if (is_file) changed.set(name, items ? { ...schema, items: FILE } : fileOf(schema))
    if (fields.length > MAX_FIELDS)
      throw new UnsupportedOperationError(`Its form has more than ${MAX_FIELDS} files and encodings`)
  }
  if (changed.size === 0) return { schema: media.schema ?? {}, fields }
  return {
    schema: { type: 'object', properties: Object.fromEntries(new Map([...properties, ...changed])), required },
    fields,
  }
}

/** The least that a model must know where the whole of a form is too large for it. */
export const filesOf = (fields: readonly ApiField[]): Node => ({
  type: 'object',
  properties: Object.fromEntries(fields.filter(({ is_file }) => is_file).map(({ name }) => [name, FILE])),
})

function fileOf(schema: Node): Node {
  const description = textAt(schema, 'description').trim()
  return description ? { ...FILE, description: `${description}\n${FILE.description}` } : FILE
}

/** The fields of a schema and of the schemas that it combines; a field of one of several alternatives is never required. */
function propertiesOf(document: Node, schema: unknown) {
  const properties = new Map<string, unknown>()
  const required = new Set<string>()
  const seen = new Set<Node>()
  const left = [{ given: schema, is_certain: true }]
  for (let next = left.pop(); next; next = left.pop()) {
    const node = resolve(document, next.given)
    if (!node || seen.has(node)) continue
    seen.add(node)
    for (const [name, each] of Object.entries(nodeAt(node, 'properties')))
      if (!properties.has(name)) properties.set(name, each)
    if (next.is_certain) for (const name of listAt(node, 'required')) if (typeof name === 'string') required.add(name)
    const parts = (key: string) => listAt(node, key)
    for (const given of parts('allOf')) left.push({ given, is_certain: next.is_certain })
    for (const given of [...parts('anyOf'), ...parts('oneOf')]) left.push({ given, is_certain: false })
  }
  return { properties, required: [...required] }
}

/** Version 3.0 names the format, 3.1 the type of the content, or of no text in the encoding alone. */
function isFile(schema: Node, content_type: string): boolean {
  if (schema.format === 'binary') return true
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'string']
  const isComposed = ['properties', 'allOf', 'anyOf', 'oneOf'].some((key) => schema[key] !== undefined)
  if (!types.includes('string') || isComposed || schema.contentEncoding !== undefined) return false
  return schema.contentMediaType !== undefined || (content_type !== '' && !TEXTUAL.test(content_type))
}

/** One type is sent with the part; of several, the file itself decides. */
function typeOf(schema: Node, encoded: string): { content_type?: string } {
  const content_type = encoded || textAt(schema, 'contentMediaType')
  return ONE_TYPE.test(content_type) ? { content_type } : {}
}

function styleIn(encoding: Node): Pick<ApiField, 'style' | 'explode'> {
  const { style, explode } = encoding
  if (style === undefined && explode === undefined) return {}
  const read = styleOf('query', textAt(encoding, 'style'))
  return { style: read, explode: typeof explode === 'boolean' ? explode : read === 'form' }
}
