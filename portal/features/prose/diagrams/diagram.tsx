import { useEffect, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { lazyValue } from '../../../lib/lazy-value.ts'
import { CodeBlock } from '../code-block.tsx'
import { proseMessages } from '../messages.ts'
import { drawableText } from './diagram-text.ts'
import type { Diagram as Drawn } from './draw-diagram.ts'
import { useShownTheme } from './use-shown-theme.ts'

const drawing = lazyValue(() => import('./draw-diagram.ts').then(({ drawDiagram }) => drawDiagram))

type State = { code: string; drawn: Drawn | null }

/** A diagram of a fenced block, drawn once the block is whole; where that fails, its code with a word about it. */
export function Diagram({ code }: { code: string }) {
  const words = useMessages(proseMessages)
  const theme = useShownTheme()
  const [state, setState] = useState<State | null>(null)
  useEffect(() => {
    let isWanted = true
    const show = (drawn: Drawn | null) => isWanted && setState({ code, drawn })
    const text = drawableText(code)
    if (text === null) show(null)
    else
      drawing
        .load()
        .then((draw) => draw(text, theme))
        .then(show, () => show(null))
    return () => {
      isWanted = false
    }
  }, [code, theme])
  const shown = state?.code === code ? state : null
  if (!shown) return <CodeBlock code={code} language="mermaid" />
  if (!shown.drawn) return <CodeBlock code={code} language="mermaid" note={words.noDiagram} />
  const { address, width, height } = shown.drawn
  return (
    <figure>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className="scroll-frame rounded-xl border border-line p-3" tabIndex={0}>
        <img
          src={address}
          width={width}
          height={height}
          alt={words.diagram}
          className="mx-auto max-h-[70vh] min-w-2/3"
        />
      </div>
      <figcaption>
        <details className="mt-1 text-xs text-muted">
          <summary className="inline-flex min-h-6 items-center select-none pointer-coarse:min-h-10">
            {words.diagramCode}
          </summary>
          <CodeBlock code={code} language="mermaid" />
        </details>
      </figcaption>
    </figure>
  )
}
