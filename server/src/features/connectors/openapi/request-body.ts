import type { ApiField } from '../api/api-request.ts'
import { cleanText } from '../clean-text.ts'
import { filesOf, readForm } from './form-fields.ts'
import { FILE } from './given-file.ts'
import { chooseType, kindOf, sentType } from './media-types.ts'
import { type Node, nodeAt, resolve, textAt } from './nodes.ts'
import { UnsupportedOperationError } from './unsupported-operation.ts'

export type Body = {
  content_type: string
  is_required: boolean
  fields: ApiField[]
  schema: unknown
  /** Where `schema` is too large for a model. */
  short_schema: Node
  description: string
}

/** What an operation takes in its body; null where it needs none that can be sent. */
export function readRequestBody(document: Node, given: Node): Body | null {
  const body = resolve(document, given.requestBody)
  if (!body) return null
  const is_required = body.required === true
  const content = nodeAt(body, 'content')
  const type = chooseType(Object.keys(content))
  if (type === null) {
    if (!is_required) return null
    throw new UnsupportedOperationError(
      `It takes ${cleanText(Object.keys(content)[0] ?? 'a body of no type', 60)}, which is not supported`,
    )
  }
  const media = resolve(document, nodeAt(content, type)) ?? {}
  const content_type = sentType(type)
  const { schema, fields } = readContent(document, content_type, media)
  return {
    content_type,
    is_required,
    fields,
    schema,
    short_schema: shortSchema(content_type, fields),
    description: textAt(body, 'description'),
  }
}

function readContent(document: Node, content_type: string, media: Node): Pick<Body, 'schema' | 'fields'> {
  const kind = kindOf(content_type)
  if (kind === 'form' || kind === 'multipart') return readForm(document, media, kind === 'multipart')
  if (kind === 'file') return { schema: FILE, fields: [] }
  // The schema of XML says which elements there are, and no text is an object: what is given is the text itself.
  if (kind === 'text' && resolve(document, media.schema)?.type !== 'string')
    return { schema: { type: 'string', description: `As ${content_type}` }, fields: [] }
  return { schema: media.schema ?? {}, fields: [] }
}

function shortSchema(content_type: string, fields: readonly ApiField[]): Node {
  if (kindOf(content_type) === 'text') return { type: 'string' }
  return fields.some(({ is_file }) => is_file) ? filesOf(fields) : {}
}
