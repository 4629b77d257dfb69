import { TriangleAlert } from 'lucide-react'
import { useMessages } from '../../../../lib/i18n.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { controlClass, Field } from '../../../../ui/field.tsx'
import { webchatMessages } from '../messages.ts'
import { isColor, plainHex } from './contrast.ts'

type ColorFieldProps = {
  label: string
  value: string
  /** What to know about how it is read. */
  warning?: string | undefined
  onChange: (color: string) => void
}

/** A color, picked from the swatch or typed. */
export function ColorField({ label, value, warning, onChange }: ColorFieldProps) {
  const words = useMessages(webchatMessages)
  const note = warning && (
    <span className="flex items-start gap-1.5 text-warning">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      {warning}
    </span>
  )
  return (
    <Field label={label} hint={note} error={isColor(value) ? undefined : words.colorWrong}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={words.pick(label)}
            value={plainHex(value) ?? '#000000'}
            onChange={(event) => onChange(event.target.value)}
            className="h-9 w-11 shrink-0 cursor-pointer rounded-lg border border-line-strong bg-surface p-1"
          />
          <input
            {...control}
            value={value}
            maxLength={9}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value.trim())}
            className={classNames(controlClass, 'h-9 min-w-0 font-mono')}
          />
        </div>
      )}
    </Field>
  )
}
