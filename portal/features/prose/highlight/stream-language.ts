import { type StreamParser, StringStream } from '@codemirror/streamparser'
import { type Language, longestLine, type Token, type TokenKind } from './token.ts'

const indentUnit = 2

const kinds: Record<string, TokenKind> = {
  comment: 'comment',
  string: 'string',
  quote: 'string',
  character: 'string',
  number: 'number',
  unit: 'number',
  keyword: 'keyword',
  atom: 'keyword',
  meta: 'keyword',
  macroName: 'keyword',
  header: 'keyword',
  builtin: 'call',
  def: 'call',
  type: 'type',
  typeName: 'type',
  namespace: 'type',
  property: 'property',
  propertyName: 'property',
  attribute: 'property',
  attributeName: 'property',
  tag: 'tag',
  tagName: 'tag',
  inserted: 'inserted',
  deleted: 'deleted',
}

/** A language that is read line by line. Of a growing text only the lines behind the first changed one are read again. */
export function streamLanguage<S>(mode: StreamParser<S>): Language {
  return () => {
    let known: { text: string; after: S; tokens: Token[] }[] = []
    return (code) => {
      let state = mode.startState?.(indentUnit) ?? ({} as S)
      let isKnown = true
      known = code.split('\n').map((text, index) => {
        const old = known[index]
        isKnown &&= old?.text === text
        const line = isKnown && old ? old : { text, ...readLine(mode, text, copyOf(mode, state)) }
        state = line.after
        return line
      })
      return known.map(({ tokens }) => tokens)
    }
  }
}

function readLine<S>(mode: StreamParser<S>, text: string, state: S): { after: S; tokens: Token[] } {
  if (text === '') mode.blankLine?.(state, indentUnit)
  if (text.length > longestLine) return { after: state, tokens: [{ text }] }
  const stream = new StringStream(text, 4, indentUnit)
  const tokens: Token[] = []
  while (!stream.eol()) {
    stream.start = stream.pos
    const name = nameOfToken(mode, stream, state)
    const kind = kindOf(name)
    const last = tokens.at(-1)
    if (last && last.kind === kind) last.text += stream.current()
    else tokens.push(kind ? { text: stream.current(), kind } : { text: stream.current() })
  }
  return { after: state, tokens }
}

/** A mode may change its state without reading anything, but not for ever. */
function nameOfToken<S>(mode: StreamParser<S>, stream: StringStream, state: S): string | null {
  for (let tries = 0; tries < 10; tries += 1) {
    const name = mode.token(stream, state)
    if (stream.pos > stream.start) return name
  }
  stream.next()
  return null
}

/** A name may have modifiers, and there may be several: "variableName.special", "error inserted". */
function kindOf(names: string | null): TokenKind | undefined {
  for (const name of names?.split(' ') ?? []) {
    const [base = ''] = name.split('.')
    if (Object.hasOwn(kinds, base)) return kinds[base]
  }
  return undefined
}

function copyOf<S>(mode: StreamParser<S>, state: S): S {
  if (mode.copyState) return mode.copyState(state)
  if (typeof state !== 'object' || state === null) return state
  const copies = Object.entries(state).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value])
  return Object.fromEntries(copies)
}
