export const FORM = 'application/x-www-form-urlencoded'
export const MULTIPART = 'multipart/form-data'

/** How a body of a type is written. */
type BodyKind = 'json' | 'form' | 'multipart' | 'text' | 'file'

/** So that reading one costs nothing, whatever a document has in its place. */
const MAX_TYPE_LENGTH = 200
const TOKEN = String.raw`[\w.+-]+`
/** With parameters such as `charset=utf-8`, and a range where the subtype is open. */
const MEDIA_TYPE = new RegExp(`^${TOKEN}/(${TOKEN}|\\*)( ?; ?${TOKEN}(=(${TOKEN}|"[\\w .+-]*"))?)*$`)
const JSON_TYPE = /^(application|text)\/([\w.-]+[+.-])?json(-[\w.-]+)?(\+json)?$/
const TEXT_TYPE = /^(text\/|application\/([\w.-]+[+.-])?(xml|ya?ml|text|csv|jwt|ndjson|jsonl|graphql|sql|javascript)$)/

export function kindOf(content_type: string): BodyKind {
  const type = content_type.replace(/;.*/s, '').trim().toLowerCase()
  if (JSON_TYPE.test(type)) return 'json'
  if (type === FORM) return 'form'
  if (type === MULTIPART) return 'multipart'
  return TEXT_TYPE.test(type) ? 'text' : 'file'
}

/**
 * The type in which an operation is given a body, of those that its document names: JSON where the API takes it, then the first
 * that is a form or plain text, then what is written by hand, then a file. Null where none can be sent.
 */
export function chooseType(given: readonly string[]): string | null {
  const types = given.filter((type) => isAny(type) || (type.length <= MAX_TYPE_LENGTH && MEDIA_TYPE.test(type)))
  const [type = null] = types.toSorted((one, other) => rankOf(one) - rankOf(other))
  return type
}

/** The type itself, where a document leaves it open: JSON, which most APIs take. */
export const sentType = (type: string): string => (isAny(type) ? 'application/json' : type)

const isAny = (type: string): boolean => type === '' || type === '*/*'

function rankOf(type: string): number {
  if (isAny(type)) return 1
  const kind = kindOf(type)
  if (kind === 'json') return 0
  if (kind === 'file') return 3
  return kind === 'text' && !type.startsWith('text/') ? 2 : 1
}
