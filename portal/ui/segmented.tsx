import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'

type SegmentedProps<T extends string> = {
  label: string
  /** Null: nothing is chosen yet. */
  value: T | null
  choices: readonly { value: T; label: string; icon?: ReactNode }[]
  onChange: (value: T) => void
  /** Pressed, also where it is chosen already. */
  onPress?: (value: T) => void
  disabled?: boolean
}

/** One of two to five short values, all in sight. */
export function Segmented<T extends string>({ label, value, choices, onChange, onPress, disabled }: SegmentedProps<T>) {
  const choose = (next: string) => {
    const chosen = choices.find((choice) => choice.value === next)
    if (chosen) onChange(chosen.value)
  }
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value ?? ''}
      onValueChange={choose}
      disabled={disabled}
      orientation="horizontal"
      className="inline-flex max-w-full gap-0.5 overflow-x-auto rounded-lg bg-hover p-0.5"
    >
      {choices.map((choice) => (
        <RadioGroup.Item
          key={choice.value}
          value={choice.value}
          onClick={() => onPress?.(choice.value)}
          className="inline-flex h-8 items-center gap-1.5 rounded-md px-3 text-xs font-medium whitespace-nowrap text-muted transition-colors hover:text-ink disabled:opacity-50 data-[state=checked]:bg-surface data-[state=checked]:text-ink data-[state=checked]:shadow-sm [&_svg]:size-3.5"
        >
          {choice.icon}
          {choice.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
