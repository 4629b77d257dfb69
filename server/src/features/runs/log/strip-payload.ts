/** Beyond this many characters a base64 text is a file, not a value. */
const LONG = 512
const DATA_URI = /^data:[^\s,]{1,200},/
const BASE64_IN_LINES = /^(?:[A-Za-z0-9+/_-]{60,}\r?\n)*[A-Za-z0-9+/_-]*={0,2}\s*$/
const BASE64_WITHIN = /data:[^\s,]{1,200};base64,[A-Za-z0-9+/_=-]{512,}/g
/** What a vendor encrypts for itself: nobody here can read it, so the log does not keep it. */
const PROVIDER_ONLY = new Set(['provider_metadata', 'reasoning_encrypted_content', 'encrypted_content'])

/**
 * A value as the log keeps it: long base64 and data addresses become markers, what only a vendor can read is left out,
 * and a circular structure ends in `[CIRCULAR]`.
 */
export function stripPayload(value: unknown, above: readonly object[] = []): unknown {
  if (typeof value === 'string') return stripText(value)
  if (value instanceof Uint8Array) return `[REMOVED ${value.length} bytes]`
  if (typeof value !== 'object' || value === null) return value
  if (above.includes(value)) return '[CIRCULAR]'
  if (value instanceof Date) return value

  const path = [...above, value]
  if (Array.isArray(value)) return value.map((item) => stripPayload(item, path))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !PROVIDER_ONLY.has(key))
      .map(([key, item]) => [key, stripPayload(item, path)]),
  )
}

function stripText(text: string): string {
  if (text.length <= LONG) return text
  if (DATA_URI.test(text) || BASE64_IN_LINES.test(text)) return removed(text)
  return text.includes(';base64,') ? text.replaceAll(BASE64_WITHIN, removed) : text
}

const removed = ({ length }: string) => `[REMOVED ${length} characters]`

/** A step's input as the log keeps it: the files that came along are named, their bytes are not kept. */
export function stripInput(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('attachments' in input)) return stripPayload(input)
  const files = Array.isArray(input.attachments) ? input.attachments : []
  const attachments = files.map((file: object) => {
    const { data: _, content: __, ...named } = file as Record<string, unknown>
    return named
  })
  return stripPayload({ ...input, attachments })
}
