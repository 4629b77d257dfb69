import { omit } from '#contracts/omit.ts'

/** Beyond this many characters a base64 text is a file, not a value. */
const LONG = 512
const DATA_URI = /^data:[^\s,]{1,200},/
const START_OF_DATA_URI = /data:[^\s,]{1,200}$/
const MAX_PREFIX_LENGTH = 'data:'.length + 200
const BASE64_MARK = ';base64,'
/** Base64 that is broken into lines has them at least this long. */
const MIN_LINE_LENGTH = 60
/** Data that a vendor has encrypted for itself: left out of the log, because it is unreadable here. */
const PROVIDER_ONLY = new Set(['provider_metadata', 'reasoning_encrypted_content', 'encrypted_content'])

/**
 * A value as the log keeps it: long base64 and data addresses become markers, what only a vendor can read is left out,
 * and a circular structure ends in `[CIRCULAR]`. `notes` says whether anything was left out.
 */
export function stripPayload(value: unknown, above: object[] = [], notes = { isCut: false }): unknown {
  if (typeof value === 'string') {
    const kept = stripText(value)
    if (kept !== value) notes.isCut = true
    return kept
  }
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value
  const marker = markerOf(value, above)
  if (marker !== null) {
    notes.isCut = true
    return marker
  }

  above.push(value)
  const stripped = Array.isArray(value)
    ? value.map((item) => stripPayload(item, above, notes))
    : stripObject(value, above, notes)
  above.pop()
  return stripped
}

function stripObject(value: object, above: object[], notes: { isCut: boolean }): object {
  const kept: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) {
    if (PROVIDER_ONLY.has(key)) notes.isCut = true
    else if (key !== '__proto__') kept[key] = stripPayload(item, above, notes)
  }
  return kept
}

/** What is shown in place of a value that is not kept at all. */
function markerOf(value: object, above: readonly object[]): string | null {
  if (value instanceof Uint8Array) return `[REMOVED ${value.length} bytes]`
  return above.includes(value) ? '[CIRCULAR]' : null
}

function stripText(text: string): string {
  if (text.length <= LONG) return text
  if (DATA_URI.test(text) || isBase64(text)) return removed(text)
  return withoutFiles(text)
}

const EQUALS = '='.charCodeAt(0)
/** The end is searched for: an expression for the base64 itself would keep a way back for each character, and run out of room. */
const NO_BASE64_CHARACTER = /[^A-Za-z0-9+/_-]/g

function endOfBase64(text: string, start: number): number {
  NO_BASE64_CHARACTER.lastIndex = start
  return NO_BASE64_CHARACTER.exec(text)?.index ?? text.length
}

/** Whether the whole text is base64, in one piece or in long lines. */
function isBase64(text: string): boolean {
  let at = endOfBase64(text, 0)
  for (let start = 0; at - start >= MIN_LINE_LENGTH; at = endOfBase64(text, start)) {
    const lineEnd = text.startsWith('\r\n', at) ? at + 2 : at + 1
    if (text[lineEnd - 1] !== '\n') break
    start = lineEnd
  }
  for (let padding = 0; padding < 2 && text.charCodeAt(at) === EQUALS; padding++) at++
  return text.slice(at).trim() === ''
}

/** The text with a marker in place of each long data address. */
function withoutFiles(text: string): string {
  let kept = ''
  let from = 0
  for (let mark = text.indexOf(BASE64_MARK); mark >= 0; mark = text.indexOf(BASE64_MARK, mark + 1)) {
    const data = mark + BASE64_MARK.length
    const before = text.slice(Math.max(from, mark - MAX_PREFIX_LENGTH), mark)
    const start = before.search(START_OF_DATA_URI)
    let end = endOfBase64(text, data)
    while (text.charCodeAt(end) === EQUALS) end++
    if (start < 0 || end - data < LONG) continue
    const found = mark - before.length + start
    kept += text.slice(from, found) + removed(text.slice(found, end))
    from = end
    mark = end
  }
  return kept + text.slice(from)
}

const removed = ({ length }: string) => `[REMOVED ${length} characters]`

/** A step's input as the log keeps it: the files that came along are named, their bytes are not kept. */
export function stripInput(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('attachments' in input)) return stripPayload(input)
  const files = Array.isArray(input.attachments) ? input.attachments : []
  const attachments = files.map((file: Record<string, unknown>) => omit(file, 'data', 'content'))
  return stripPayload({ ...input, attachments })
}
