import type { LabelColor } from '#contracts/label-names.ts'
import type { Label } from '#contracts/labels.ts'

const colors: Record<LabelColor, string> = {
  gray: 'oklch(0.62 0.015 265)',
  red: 'oklch(0.63 0.2 25)',
  orange: 'oklch(0.7 0.17 52)',
  yellow: 'oklch(0.8 0.15 90)',
  green: 'oklch(0.65 0.16 150)',
  teal: 'oklch(0.68 0.11 195)',
  blue: 'oklch(0.61 0.16 255)',
  purple: 'oklch(0.59 0.19 300)',
  pink: 'oklch(0.67 0.19 350)',
}

/** Decoration: the name is beside it. */
export function LabelDot({ color }: { color: LabelColor }) {
  return <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ backgroundColor: colors[color] }} />
}

/** The color is a dot, so that the name reads as well on every one of them. */
export function LabelChip({ label: { name, color } }: { label: Label }) {
  return (
    <span className="inline-flex h-5 max-w-full min-w-0 items-center gap-1.5 rounded-full bg-hover px-2 text-2xs font-medium text-ink">
      <LabelDot color={color} />
      <span className="truncate">{name}</span>
    </span>
  )
}
