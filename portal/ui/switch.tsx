import { Switch as Parts } from 'radix-ui'
import { type ReactNode, useId } from 'react'

type SwitchProps = {
  label: string
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Takes effect at once; its words say what is so while it is on. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 grow break-words">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="mt-0.5 text-xs text-pretty text-muted">
            {hint}
          </p>
        )}
      </div>
      <Parts.Root
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="mt-0.5 h-5 w-9 shrink-0 rounded-full border border-transparent bg-line-strong transition-colors disabled:opacity-50 data-[state=checked]:bg-accent"
      >
        <Parts.Thumb className="block size-4 translate-x-px rounded-full bg-surface shadow-sm transition-transform data-[state=checked]:translate-x-[1.0625rem]" />
      </Parts.Root>
    </div>
  )
}
