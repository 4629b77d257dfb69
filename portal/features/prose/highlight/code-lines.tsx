import { memo, useRef } from 'react'
import { type Syntax, syntaxOf } from './languages.ts'
import { type LineState, outside, type Token, tokenizeLine } from './tokenize.ts'

type Line = { text: string; before: LineState; after: LineState; tokens: Token[] }

/** Coloured code. While it grows, only the lines that changed are looked at and drawn again. */
export function CodeLines({ code, language }: { code: string; language: string | undefined }) {
  // A cache, not a state: whatever render wrote it, the same code gives the same lines.
  const known = useRef<Line[]>([])
  const syntax = syntaxOf(language)
  if (!syntax) return code
  known.current = linesOf(code, syntax, known.current)
  // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
  return known.current.map((line, index) => <CodeLine key={index} tokens={line.tokens} />)
}

const CodeLine = memo(function CodeLine({ tokens }: { tokens: Token[] }) {
  return (
    <>
      {tokens.map(({ text, kind }, index) =>
        kind ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a token is its place
          <span key={index} className={`code-${kind}`}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
      {'\n'}
    </>
  )
})

function linesOf(code: string, syntax: Syntax, known: readonly Line[]): Line[] {
  let before = outside
  return code.split('\n').map((text, index) => {
    const old = known[index]
    const isSame = old?.text === text && old.before === before
    const line = isSame ? old : readLine(text, syntax, before)
    before = line.after
    return line
  })
}

/** A line that no person wrote or reads is not worth its colours. */
const longest = 2_000

function readLine(text: string, syntax: Syntax, before: LineState): Line {
  if (text.length > longest) return { text, before, after: before, tokens: [{ text }] }
  const { tokens, state } = tokenizeLine(text, syntax, before)
  return { text, before, after: state, tokens }
}
