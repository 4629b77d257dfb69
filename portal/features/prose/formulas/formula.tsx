import { useLayoutEffect, useMemo, useRef } from 'react'
import { lazyValue, useLazyValue } from '../../../lib/lazy-value.ts'
import type { FormulaKind } from './mark-formulas.ts'

const drawing = lazyValue(() => import('./draw-formula.ts').then(({ drawFormula }) => drawFormula))

/** A formula, drawn once it is complete and the renderer is loaded; one that cannot be drawn is shown as text. */
export function Formula({ tex, kind }: { tex: string; kind: FormulaKind }) {
  const draw = useLazyValue(drawing)
  const isDisplay = kind !== 'inline'
  const drawn = useMemo(
    () => (kind === 'pending' ? null : (draw?.(tex, isDisplay) ?? null)),
    [draw, tex, kind, isDisplay],
  )
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (drawn) place.current?.replaceChildren(drawn)
  }, [drawn])
  if (!drawn) return <code className={isDisplay ? 'formula-source' : undefined}>{tex}</code>
  // What is wider than the message scrolls by itself.
  return isDisplay ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <span ref={place} tabIndex={0} className="formula" />
  ) : (
    <span ref={place} />
  )
}
