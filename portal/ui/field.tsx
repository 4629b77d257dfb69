import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export const controlClass =
  'w-full rounded-lg border border-line-strong bg-surface px-3 text-base placeholder:text-faint hover:border-faint focus:border-accent focus:outline-none disabled:opacity-60 aria-invalid:border-danger md:text-sm'

/** Text that may be read and copied, not changed. */
const readOnlyClass = 'read-only:bg-canvas read-only:hover:border-line-strong'

export type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }
type FieldProps = {
  label: string
  isLabelHidden?: boolean
  hint?: ReactNode
  error?: string | undefined
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A control with its name above and, below, what to know about it or what is wrong with it. */
export function Field({ label, isLabelHidden, hint, error, className, children }: FieldProps) {
  const id = useId()
  const note = error || hint
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      {children({ id, ...(note && { 'aria-describedby': `${id}-note` }), ...(error && { 'aria-invalid': true }) })}
      {note && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={classNames('mt-1.5 text-xs text-pretty', error ? 'text-danger' : 'text-muted')}
        >
          {note}
        </p>
      )}
    </div>
  )
}

type TextProps = Omit<FieldProps, 'children'>

export function TextField({ label, hint, error, className, ...rest }: TextProps & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <input {...rest} {...control} className={classNames(controlClass, readOnlyClass, 'h-9')} />}
    </Field>
  )
}

export function TextArea({
  label,
  isLabelHidden = false,
  hint,
  error,
  className,
  ...rest
}: TextProps & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error} className={className}>
      {(control) => (
        <textarea
          rows={4}
          {...rest}
          {...control}
          className={classNames(controlClass, readOnlyClass, 'min-h-20 py-2 leading-6')}
        />
      )}
    </Field>
  )
}
