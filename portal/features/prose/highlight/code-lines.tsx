import { memo, useMemo, useRef } from 'react'
import { useLazyValue } from '../../../lib/lazy-value.ts'
import { languageNamed } from './languages.ts'
import { type Line, plainLines } from './token.ts'

/** Longer code is not highlighted. */
const longest = 100_000

/** Code in colors, plain until its language is here. Only the lines that changed are drawn again. */
export function CodeLines({ code, language: name }: { code: string; language: string | undefined }) {
  const language = useLazyValue(languageNamed(name))
  const reader = useMemo(() => language?.() ?? plainLines, [language])
  // A cache, not a state: whatever render wrote it, the same code gives the same lines.
  const known = useRef<readonly Line[]>([])
  const lines = (code.length > longest ? plainLines : reader)(code)
  known.current = lines.map((line, index) =>
    isSame(line, known.current[index]) ? (known.current[index] ?? line) : line,
  )
  // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
  return known.current.map((line, index) => <CodeLine key={index} line={line} />)
}

function isSame(line: Line, known: Line | undefined): boolean {
  if (line === known) return true
  if (line.length !== known?.length) return false
  return line.every(({ text, kind }, index) => text === known[index]?.text && kind === known[index]?.kind)
}

const CodeLine = memo(function CodeLine({ line }: { line: Line }) {
  return (
    <>
      {line.map(({ text, kind }, index) =>
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
