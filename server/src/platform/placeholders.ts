type Span = { start: number; end: number; name: string }

/** Each `{{name}}` of a text, innermost where braces are nested. Read by position, because a text may be hostile. */
export function* placesIn(text: string): Generator<Span> {
  let from = text.indexOf('{{')
  while (from >= 0) {
    const close = text.indexOf('}}', from + 2)
    if (close < 0) return
    const start = text.lastIndexOf('{{', close - 2)
    yield { start, end: close + 2, name: text.slice(start + 2, close).trim() }
    from = text.indexOf('{{', close + 2)
  }
}

export const placeholdersIn = (text: string): string[] => [...placesIn(text)].map(({ name }) => name)

/** The name, where the text is exactly one placeholder, which is replaced by the value itself. */
export function onlyPlaceholder(text: string): string | null {
  const [place] = placesIn(text)
  return place?.start === 0 && place.end === text.length ? place.name : null
}

/** What `lookUp` does not know stays as it is written, and what it gives is not read again. */
export function replacePlaceholders(text: string, lookUp: (name: string) => string | undefined): string {
  let filled = ''
  let done = 0
  for (const { start, end, name } of placesIn(text)) {
    const value = lookUp(name)
    if (value === undefined) continue
    filled += text.slice(done, start) + value
    done = end
  }
  return filled + text.slice(done)
}
