import { type ReactNode, useEffect, useRef } from 'react'
import { onLevels } from '#voice-client/levels.ts'

/** How loud a side is; it changes too often to be drawn again each time. */
export function Meter({ kind, label, children }: { kind: 'input' | 'output'; label: string; children?: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      onLevels((levels) => {
        element.current?.style.setProperty('--level', levels[kind].toFixed(2))
        element.current?.setAttribute('aria-valuenow', String(Math.round(levels[kind] * 100)))
      }),
    [kind],
  )
  const isInput = kind === 'input'
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element of that name cannot hold the picture
    <div
      ref={element}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      className={
        isInput
          ? 'h-1.5 w-20 shrink-0 overflow-hidden rounded-full bg-hover'
          : 'shrink-0 rounded-full motion-safe:shadow-[0_0_0_calc(var(--level,0)*8px)_var(--color-accent-soft)]'
      }
    >
      {isInput && <div className="h-full w-[calc(var(--level,0)*100%)] rounded-full bg-accent" />}
      {children}
    </div>
  )
}
