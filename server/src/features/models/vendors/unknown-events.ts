import { JSONParseError, TypeValidationError } from '@ai-sdk/provider'

const MAX_KIND_LENGTH = 100

/**
 * What kind of event it is that a provider package could not read, such as `content_block_start/brand_new`; null where it is
 * an error of the vendor or no event at all. Vendors add events without notice, and those carry no text of an answer.
 */
export function unknownEventKind(error: unknown): string | null {
  if (!TypeValidationError.isInstance(error) || JSONParseError.isInstance(error)) return null
  const { value } = error
  if (!isObject(value) || hasValue(value.error) || value.type === 'error') return null
  if (typeof value.type !== 'string') return holdsAnswer(value) ? null : 'untyped'
  const inner = [value.delta, value.content_block, value.item, value.part].find(isObject)
  const kind = typeof inner?.type === 'string' ? `${value.type}/${inner.type}` : value.type
  return kind.slice(0, MAX_KIND_LENGTH)
}

/** Chunks of these vendors have no type; one with answer text must not be skipped. */
function holdsAnswer({ choices, candidates }: Record<string, unknown>): boolean {
  return [choices, candidates].some((list) => Array.isArray(list) && list.length > 0)
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
