export type FormulaKind = 'inline' | 'display' | 'pending'

/** Signs of nobody's alphabet: a code span that begins with one is a formula. */
const signs: Record<FormulaKind, string> = { inline: '\uE0F0', display: '\uE0F1', pending: '\uE0F2' }

const longestInline = 500
const longestDisplay = 5_000
const maxFormulas = 300
const longestBeginning = 100

/** The formula in a code span. */
export function formulaOf(code: string): { kind: FormulaKind; tex: string } | null {
  for (const kind of ['inline', 'display', 'pending'] as const)
    if (code.startsWith(signs[kind])) return { kind, tex: code.slice(1).trim() }
  return null
}

/**
 * Writes the formulas of a text as code spans, in which Markdown leaves `_`, `*` and `\` alone. Code stays as it is, and
 * so do amounts of money. While the text is streamed, a formula at its end that is not closed yet is shown as it grows.
 */
export function markFormulas(text: string, isStreaming: boolean): string {
  if (!/[$\\]/.test(text)) return text
  let marked = ''
  let done = 0
  let count = 0
  const special = /[`~$\\]/g
  for (let found = special.exec(text); found; found = special.exec(text)) {
    const at = found.index
    const code = codeAt(text, at)
    const formula = code === null && count < maxFormulas ? formulaAt(text, at, isStreaming) : null
    if (formula) {
      marked += text.slice(done, at) + codeSpan(formula, isInTable(text, at))
      done = formula.end
      count += 1
    }
    special.lastIndex = formula?.end ?? code ?? at + (text[at] === '\\' || text.startsWith('$$', at) ? 2 : 1)
  }
  return marked + text.slice(done)
}

/** Where code that begins here ends: a fenced block, or a span between equal runs of backticks. */
function codeAt(text: string, at: number): number | null {
  const run = /^(`+|~{3,})/.exec(text.slice(at, at + 100))?.[1]
  if (!run || text[at - 1] === run[0]) return null
  if (run.length >= 3 && isLineStart(text, at)) {
    const close = new RegExp(`\\n[ \\t>]*${run[0]}{${run.length},}[ \\t]*(?=\\n|$)`, 'g')
    close.lastIndex = at
    return close.test(text) ? close.lastIndex : text.length
  }
  if (run[0] !== '`') return null
  const close = new RegExp(`(?<!\`)\`{${run.length}}(?!\`)`, 'g')
  close.lastIndex = at + run.length
  return close.test(text) ? close.lastIndex : at + run.length
}

/** Also within a quotation or a list. Looks back no further than such a beginning is long. */
function isLineStart(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - longestBeginning), at)
  const line = before.lastIndexOf('\n') + 1
  if (line === 0 && at > longestBeginning) return false
  return /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?$/.test(before.slice(line))
}

type Found = { kind: FormulaKind; tex: string; end: number }

function formulaAt(text: string, at: number, isStreaming: boolean): Found | null {
  if (text.startsWith('\\[', at)) return between(text, at, '\\]', 'display', isStreaming)
  if (text.startsWith('\\(', at)) return between(text, at, '\\)', 'inline', isStreaming)
  if (text.startsWith('$$', at)) return between(text, at, '$$', 'display', isStreaming)
  return text[at] === '$' ? betweenDollars(text, at) : null
}

function between(
  text: string,
  at: number,
  close: string,
  kind: 'inline' | 'display',
  isStreaming: boolean,
): Found | null {
  const longest = kind === 'inline' ? longestInline : longestDisplay
  const rest = text.slice(at + 2, at + 2 + longest + close.length)
  const length = rest.indexOf(close)
  const tex = length === -1 ? rest : rest.slice(0, length)
  if (/\n[ \t]*\n/.test(tex) || tex.trim() === '') return null
  if (length !== -1) return { kind, tex, end: at + 2 + length + close.length }
  const isAtEnd = at + 2 + rest.length === text.length
  return isStreaming && isAtEnd && kind === 'display' ? { kind: 'pending', tex, end: text.length } : null
}

/** Text between single dollars is a formula unless one of them may belong to an amount or a variable's name. */
function betweenDollars(text: string, at: number): Found | null {
  if (/[\w$/=\\]/.test(text[at - 1] ?? '')) return null
  const [whole, tex = ''] =
    /^\$(\S|\S[^$\n]{0,498}?\S)\$(?![\p{L}\p{N}$])/u.exec(text.slice(at, at + longestInline + 2)) ?? []
  if (!whole || tex.includes('$') || !/[\p{L}\p{N}\\]/u.test(tex)) return null
  if (/^[\d.,]/.test(tex) && /\s/.test(tex) && !/[\\^_={}<>+*]/.test(tex)) return null
  return { kind: 'inline', tex, end: at + whole.length }
}

const isInTable = (text: string, at: number): boolean =>
  /^[ \t]*\|/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))

function codeSpan({ kind, tex }: Found, isInTable: boolean): string {
  const line = tex
    .split('\n')
    .map((line) => line.replace(/(?<!\\)%.*$/, ''))
    .join(' ')
  const runs = [...line.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  return `${fence}${signs[kind]}${isInTable ? line.replaceAll('|', '\\|') : line} ${fence}`
}
