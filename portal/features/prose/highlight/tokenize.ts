import type { Syntax } from './languages.ts'

export type TokenKind =
  | 'comment'
  | 'string'
  | 'number'
  | 'keyword'
  | 'call'
  | 'type'
  | 'property'
  | 'tag'
  | 'inserted'
  | 'deleted'
export type Token = { text: string; kind?: TokenKind }

/** Which of the syntax's blocks the line begins in; -1 outside of all, -2 within a tag. */
export type LineState = number
export const outside: LineState = -1
const inTag: LineState = -2

/** The tokens of one line, and the state in which the next one begins. Joined, they are the line. */
export function tokenizeLine(line: string, syntax: Syntax, state: LineState): { tokens: Token[]; state: LineState } {
  if (syntax.manner === 'diff') return { tokens: [diffLine(line)], state }
  const tokens: Token[] = []
  let current = state
  let at = 0
  while (at < line.length) {
    const block = syntax.blocks[current]
    const token = block ? restOfBlock(line, at, block.close) : nextToken(line, at, syntax, current)
    tokens.push({
      text: line.slice(at, token.end),
      ...(block ? { kind: block.kind } : token.kind && { kind: token.kind }),
    })
    at = token.end
    current = token.state ?? current
  }
  return { tokens, state: current }
}

type Found = { end: number; kind?: TokenKind; state?: LineState }

function restOfBlock(line: string, at: number, close: string): Found {
  const found = line.indexOf(close, at)
  return found === -1 ? { end: line.length } : { end: found + close.length, state: outside }
}

function nextToken(line: string, at: number, syntax: Syntax, state: LineState): Found {
  if (syntax.line.some((mark) => line.startsWith(mark, at) && isApart(line, at, mark)))
    return { end: line.length, kind: 'comment' }
  const block = syntax.blocks.findIndex(({ open }) => line.startsWith(open, at))
  const opened = syntax.blocks[block]
  if (opened) {
    const rest = restOfBlock(line, at + opened.open.length, opened.close)
    return { end: rest.end, kind: opened.kind, state: rest.state ?? block }
  }
  if (syntax.manner === 'markup') return nextInMarkup(line, at, syntax, state)
  const character = line[at] ?? ''
  if (syntax.quotes.includes(character)) {
    const end = endOfString(line, at)
    return { end, kind: syntax.hasKeys && /^\s*:/.test(line.slice(end)) ? 'property' : 'string' }
  }
  const number = matchAt(/(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)[a-z%]*/iy, line, at)
  if (number) return { end: at + number.length, kind: 'number' }
  const word = matchAt(wordsOf(syntax), line, at)
  if (word) return wordAt(word, line, at, syntax)
  return { end: at + (matchAt(/\s+/y, line, at)?.length ?? 1) }
}

function wordAt(word: string, line: string, at: number, syntax: Syntax): Found {
  const end = at + word.length
  const { keywords } = syntax
  if (syntax.hasKeys && /^\s*:/.test(line.slice(end))) return { end, kind: 'property' }
  // `value.default` is a name like any other.
  const isMember = line[at - 1] === '.'
  if (!isMember && keywords.has(syntax.ignoresCase ? word.toLowerCase() : word)) return { end, kind: 'keyword' }
  if (word.startsWith('@')) return { end, kind: 'call' }
  if (word.startsWith('$') && word.length > 1) return { end, kind: 'property' }
  if (line[end] === '(') return { end, kind: 'call' }
  return /^[A-Z][a-z]/.test(word) ? { end, kind: 'type' } : { end }
}

function nextInMarkup(line: string, at: number, syntax: Syntax, state: LineState): Found {
  if (state !== inTag) {
    const tag = matchAt(/<[/!?]?[\w:-]+/y, line, at)
    if (tag) return { end: at + tag.length, kind: 'tag', state: inTag }
    return { end: at + (matchAt(/[^<]+/y, line, at)?.length ?? 1) }
  }
  const close = matchAt(/[/?]?>/y, line, at)
  if (close) return { end: at + close.length, kind: 'tag', state: outside }
  if (syntax.quotes.includes(line[at] ?? '')) return { end: endOfString(line, at), kind: 'string' }
  const name = matchAt(/[\w:@.-]+/y, line, at)
  return name ? { end: at + name.length, kind: 'property' } : { end: at + 1 }
}

function endOfString(line: string, at: number): number {
  const quote = line[at]
  for (let end = at + 1; end < line.length; end += 1) {
    if (line[end] === '\\') end += 1
    else if (line[end] === quote) return end + 1
  }
  return line.length
}

/** In a shell or an address `#` and `//` may stand within a word. */
function isApart(line: string, at: number, mark: string): boolean {
  if (at === 0) return true
  return mark === '#' ? /\s/.test(line[at - 1] ?? '') : line[at - 1] !== ':'
}

function matchAt(pattern: RegExp, line: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(line)?.[0]
}

const wordPatterns = new WeakMap<Syntax, RegExp>()

function wordsOf(syntax: Syntax): RegExp {
  const more = (syntax.inWords ?? '').replaceAll(/[-.$]/g, String.raw`\$&`)
  const pattern = wordPatterns.get(syntax) ?? new RegExp(String.raw`[\p{L}_${more}][\p{L}\d_${more}]*`, 'uy')
  wordPatterns.set(syntax, pattern)
  return pattern
}

function diffLine(line: string): Token {
  if (/^\+(?!\+\+ )/.test(line)) return { text: line, kind: 'inserted' }
  if (/^-(?!-- )/.test(line)) return { text: line, kind: 'deleted' }
  return /^(@@|diff |index |\+\+\+ |--- )/.test(line) ? { text: line, kind: 'comment' } : { text: line }
}
