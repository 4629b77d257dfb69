import type { ApiField } from '../api/api-request.ts'
import { plainText } from '../plain-text.ts'
import { filesOf, readForm } from './form-fields.ts'
import { type Node, nodeAt, resolve, textAt } from './nodes.ts'
import { UnsupportedOperationError } from './unsupported-operation.ts'

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(; ?charset=[\w-]+)?$/
export const FORM = 'application/x-www-form-urlencoded'
export const MULTIPART = 'multipart/form-data'

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
  const type = typeAmong(Object.keys(content))
  if (type === undefined) {
    if (!is_required) return null
    throw new UnsupportedOperationError(
      `It takes ${plainText(Object.keys(content)[0] ?? 'a body of no type', 60)}, which is not supported`,
    )
  }
  const media = resolve(document, nodeAt(content, type)) ?? {}
  const content_type = type === '*/*' ? 'application/json' : type
  const isForm = type.startsWith(FORM) || type === MULTIPART
  const form = isForm ? readForm(document, media, type === MULTIPART) : null
  return {
    content_type,
    is_required,
    fields: form?.fields ?? [],
    schema: form ? form.schema : (media.schema ?? {}),
    short_schema: shortSchema(content_type, form?.fields ?? []),
    description: textAt(body, 'description'),
  }
}

/** JSON where the API takes it, else the first that it names. */
function typeAmong(given: readonly string[]): string | undefined {
  const types = given.filter((type) => MEDIA_TYPE.test(type) || type === '*/*')
  return (
    types.find((type) => /^application\/([\w.-]+\+)?json\b/.test(type)) ??
    types.find((type) => type.startsWith(FORM) || type === MULTIPART || type.startsWith('text/') || type === '*/*')
  )
}

function shortSchema(content_type: string, fields: readonly ApiField[]): Node {
  if (content_type.startsWith('text/')) return { type: 'string' }
  return fields.some(({ is_file }) => is_file) ? filesOf(fields) : {}
}
