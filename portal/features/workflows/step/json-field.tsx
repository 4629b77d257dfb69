import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { stepMessages } from './messages.ts'
import { TemplateField } from './template-field.tsx'

type JsonFieldProps = {
  label: string
  isLabelHidden?: boolean
  hint?: string | undefined
  value: unknown
  error?: string | undefined
  /** Undefined takes the field out of the step. */
  onChange: (value: unknown) => void
  /** Data, in which braces are no placeholders. */
  isData?: boolean
}

/** A value as JSON; while it does not parse, the step keeps the last valid value. */
export function JsonField({ label, isLabelHidden = false, hint, value, error, onChange, isData }: JsonFieldProps) {
  const words = useMessages(stepMessages)
  const [typed, setText] = useState('')
  const isBroken = typed.trim() !== '' && parsed(typed) === undefined
  // What is drawn changes the value too, and what was typed before is then not to come back.
  const isCurrent = isBroken || JSON.stringify(parsed(typed)?.value) === JSON.stringify(value)
  const text = isCurrent ? typed : JSON.stringify(value, null, 2)
  const type = (next: string) => {
    setText(next)
    const read = next.trim() === '' ? { value: undefined } : parsed(next)
    if (read) onChange(read.value)
  }
  return (
    <TemplateField
      label={label}
      isLabelHidden={isLabelHidden}
      hint={hint}
      error={isBroken ? words.notJson : error}
      rows={Math.min(Math.max(text.split('\n').length, 3), 16)}
      isCode
      {...(isData && { isPlain: true })}
      value={text}
      onChange={type}
    />
  )
}

export function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

type FormOrJsonProps = JsonFieldProps & {
  /** False for what the form cannot show. */
  fits: boolean
  children: ReactNode
}

/** A form for a value, or JSON if a form cannot show it. */
export function FormOrJson({ label, hint, error, fits, children, ...json }: FormOrJsonProps) {
  const words = useMessages(stepMessages)
  const [wantsJson, setWantsJson] = useState(false)
  const isJson = wantsJson || !fits
  const id = useId()
  const note = error ?? hint
  return (
    <fieldset aria-describedby={note && !isJson ? id : undefined} className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="mb-1.5 flex items-center justify-between gap-2">
        <span aria-hidden className="text-sm font-medium">
          {label}
        </span>
        <button
          type="button"
          aria-pressed={isJson}
          aria-label={words.asJson(label)}
          disabled={!fits}
          onClick={() => setWantsJson(!wantsJson)}
          className={classNames(
            'h-6 rounded-md px-1.5 font-mono text-2xs',
            isJson ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-hover',
          )}
        >
          {words.json}
        </button>
      </div>
      {isJson ? <JsonField label={label} isLabelHidden hint={hint} error={error} {...json} /> : children}
      {note && !isJson && (
        <p
          id={id}
          role={error ? 'alert' : undefined}
          className={classNames('mt-1.5 text-xs text-pretty', error ? 'text-danger' : 'text-muted')}
        >
          {note}
        </p>
      )}
    </fieldset>
  )
}
