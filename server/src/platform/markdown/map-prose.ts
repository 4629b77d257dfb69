/** Changes what is no code in a line or paragraph; code is between two runs of as many backticks, also across lines. */
export function mapProse(text: string, change: (text: string) => string): string {
  let changed = ''
  let end = 0
  for (const [from, to] of codeSpansOf(text)) {
    changed += change(text.slice(end, from)) + text.slice(from, to)
    end = to
  }
  return changed + change(text.slice(end))
}

function codeSpansOf(text: string): [number, number][] {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: marks, index }) => ({ length: marks.length, index }))
  const last = new Map(runs.map(({ length }, at) => [length, at]))
  const spans: [number, number][] = []
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at]
    if (!run) break
    const escaped = isEscaped(text, run.index) ? 1 : 0
    const length = run.length - escaped
    // None, or one that nothing closes, is text.
    if ((last.get(length) ?? at) <= at) continue
    do at++
    while (runs[at]?.length !== length)
    spans.push([run.index + escaped, (runs[at]?.index ?? run.index) + length])
  }
  return spans
}

function isEscaped(text: string, index: number): boolean {
  let at = index
  while (text[at - 1] === '\\') at--
  return (index - at) % 2 === 1
}
