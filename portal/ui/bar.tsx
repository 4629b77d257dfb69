import { classNames } from './class-names.ts'

const tones = { accent: 'bg-accent', warning: 'bg-warning-fill', danger: 'bg-danger' }
const hatches = { accent: 'text-accent', warning: 'text-warning-fill', danger: 'text-danger' }
const hatch = 'bg-[repeating-linear-gradient(135deg,currentColor_0_2px,transparent_2px_5px)] opacity-70'

type BarProps = { tone: keyof typeof tones; filled: number; hatched?: number }

/** A share of a whole, in percent, and behind it a part that is not certain yet. The words beside it say the same. */
export function Bar({ tone, filled, hatched = 0 }: BarProps) {
  return (
    <div aria-hidden className="flex h-2 overflow-hidden rounded-full bg-hover">
      <div className={classNames('transition-[width] duration-300', tones[tone])} style={{ width: `${filled}%` }} />
      <div className={classNames(hatch, hatches[tone])} style={{ width: `${hatched}%` }} />
    </div>
  )
}

export function BarSwatch({ label, hatched }: { label: string; hatched?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        aria-hidden
        className={classNames('h-2 w-4 rounded-full', hatched ? classNames(hatch, hatches.accent) : tones.accent)}
      />
      {label}
    </span>
  )
}
