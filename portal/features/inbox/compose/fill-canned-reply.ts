import type { CannedPlaceholder } from '#contracts/canned-reply-names.ts'

export type CannedValues = Record<CannedPlaceholder, string | null>

/** With the comma and the space before it. */
const placeholder = /((?:,?[^\S\n]+)?)\{\{\s*([\w.]+)\s*\}\}/g

/**
 * A canned reply with its placeholders filled in. A name that is not known is left out with the comma before it, so that
 * “Hello, {{contact.first_name}}!” greets as “Hello!”. What is no placeholder stays as it is written.
 */
export function fillCannedReply(content: string, values: CannedValues): string {
  const valueFor = (name = '') => (isPlaceholder(name, values) ? (values[name]?.trim() ?? '') : null)
  const filled = content.replace(placeholder, (whole, before, name) => {
    const value = valueFor(name)
    if (value === null) return whole
    return value === '' ? '' : before + value
  })
  const begins = /^\s*\{\{\s*([\w.]+)\s*\}\}/.exec(content)
  return begins && valueFor(begins[1]) === '' ? begunAnew(filled) : filled
}

const isPlaceholder = (name: string, values: CannedValues): name is CannedPlaceholder => Object.hasOwn(values, name)

/** What followed a name that is not known. */
function begunAnew(text: string): string {
  const rest = text.replace(/^[\s,;:.!–—-]+/, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
