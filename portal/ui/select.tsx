import { Check, ChevronDown } from 'lucide-react'
import { Select as Parts } from 'radix-ui'
import { classNames } from './class-names.ts'
import { controlClass, Field } from './field.tsx'

type SelectProps<T extends string> = {
  label: string
  /** For a place that says by itself what is chosen. */
  isLabelHidden?: boolean
  hint?: string
  error?: string
  value: T
  options: readonly { value: T; label: string; disabled?: boolean }[]
  onChange: (value: T) => void
  disabled?: boolean
  className?: string
}

/** One of some values that fit on a screen; for more there is `Picker`. */
export function Select<T extends string>({
  label,
  isLabelHidden = false,
  hint,
  error,
  value,
  options,
  onChange,
  disabled,
  className,
}: SelectProps<T>) {
  const choose = (next: string) => {
    const chosen = options.find((option) => option.value === next)
    if (chosen) onChange(chosen.value)
  }
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error} className={className}>
      {(control) => (
        <Parts.Root value={value} onValueChange={choose} disabled={disabled}>
          <Parts.Trigger
            {...control}
            className={classNames(controlClass, 'flex h-9 items-center justify-between gap-2 text-left')}
          >
            <span className="truncate">
              <Parts.Value />
            </span>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
          </Parts.Trigger>
          <Parts.Portal>
            <Parts.Content
              position="popper"
              sideOffset={6}
              collisionPadding={8}
              className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-[appear_120ms_ease-out] overflow-y-auto rounded-xl border border-line bg-raised p-1.5 shadow-float"
            >
              <Parts.Viewport>
                {options.map((option) => (
                  <Parts.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled}
                    className="flex h-8 cursor-default items-center gap-2.5 rounded-md px-2 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover"
                  >
                    <span className="grow">
                      <Parts.ItemText>{option.label}</Parts.ItemText>
                    </span>
                    <Parts.ItemIndicator>
                      <Check aria-hidden className="size-4 text-accent" />
                    </Parts.ItemIndicator>
                  </Parts.Item>
                ))}
              </Parts.Viewport>
            </Parts.Content>
          </Parts.Portal>
        </Parts.Root>
      )}
    </Field>
  )
}
