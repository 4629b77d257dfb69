/** A line that opens or closes a block of code, with its marks. */
export const FENCE = /^\s{0,3}(`{3,}|~{3,})/

/** Changes what of a Markdown text is no code. */
export function mapOutsideCode(markdown: string, change: (text: string) => string): string {
  let fence: string | null = null
  const lines = markdown.split('\n').map((line) => {
    const [, marks] = FENCE.exec(line) ?? []
    if (fence === null && !marks) return mapProse(line, change)
    if (fence === null) fence = marks ?? null
    else if (marks?.startsWith(fence)) fence = null
    return line
  })
  return lines.join('\n')
}

/** Changes what is no code in a line outside of blocks of code. */
export function mapProse(line: string, change: (text: string) => string): string {
  let changed = ''
  let end = 0
  for (const [from, to] of codeSpansOf(line)) {
    changed += change(line.slice(end, from)) + line.slice(from, to)
    end = to
  }
  return changed + change(line.slice(end))
}

/** Where code is within a line: between two runs of as many backticks. */
function codeSpansOf(line: string): [number, number][] {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: marks, index }) => ({ length: marks.length, index }))
  const last = new Map(runs.map(({ length }, at) => [length, at]))
  const spans: [number, number][] = []
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at]
    if (!run || last.get(run.length) === at) continue
    do at++
    while (runs[at]?.length !== run.length)
    spans.push([run.index, (runs[at]?.index ?? run.index) + run.length])
  }
  return spans
}
