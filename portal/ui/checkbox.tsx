import { Check, Minus } from 'lucide-react'
import { Checkbox as Parts } from 'radix-ui'

type CheckboxProps = {
  label: string
  /** Without it the label is only for screen readers, as in the rows of a list. */
  shown?: boolean
  checked: boolean | 'indeterminate'
  onChange: (checked: boolean) => void
  disabled?: boolean
}

export function Checkbox({ label, shown, checked, onChange, disabled }: CheckboxProps) {
  const box = (
    <Parts.Root
      aria-label={shown ? undefined : label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={(next) => onChange(next === true)}
      className="flex size-4.5 shrink-0 items-center justify-center rounded-[0.3rem] border border-line-strong bg-surface text-on-accent transition-colors disabled:opacity-40 data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent"
    >
      <Parts.Indicator className="[&_svg]:size-3.5 [&_svg]:stroke-3">
        {checked === 'indeterminate' ? <Minus aria-hidden /> : <Check aria-hidden />}
      </Parts.Indicator>
    </Parts.Root>
  )
  if (!shown) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is the control
    <label className="flex items-center gap-2.5 text-sm">
      {box}
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  )
}
