import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { onLevels } from '#voice-client/levels.ts'

type Props = { kind: 'input' | 'output'; label: string; children?: ComponentChildren }

/** How loud a side is; it changes too often to be drawn again each time. */
export function Meter({ kind, label, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      onLevels((levels) => {
        const level = levels[kind]
        element.current?.style.setProperty('--level', level.toFixed(2))
        element.current?.setAttribute('aria-valuenow', String(Math.round(level * 100)))
      }),
    [kind],
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element of that name cannot hold the picture
    <div
      ref={element}
      class={`call-meter ${kind}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    >
      {children}
    </div>
  )
}
