import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  accent: 'bg-accent-soft text-accent',
  // Not the color of a hovered row, in which it would vanish.
  neutral: 'bg-ink/6 text-muted',
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

export function Badge({ tone = 'accent', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-full px-2 text-2xs font-medium whitespace-nowrap [&_svg]:size-3',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
