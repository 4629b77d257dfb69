import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

const looks = {
  primary: 'bg-accent text-on-accent hover:not-disabled:bg-accent-strong',
  secondary: 'border border-line-strong bg-raised text-ink hover:not-disabled:bg-hover',
  quiet: 'text-muted hover:not-disabled:bg-hover hover:not-disabled:text-ink',
  danger: 'text-danger hover:not-disabled:bg-danger-soft',
  destructive: 'bg-danger text-on-accent hover:not-disabled:opacity-90',
}
const sizes = {
  small: 'h-8 pointer-coarse:h-10 gap-1.5 rounded-lg px-3 text-xs',
  medium: 'h-9 gap-2 rounded-lg px-3.5 text-sm',
}
const base =
  'inline-flex shrink-0 items-center justify-center font-medium whitespace-nowrap transition-colors select-none disabled:opacity-50'

type ButtonLook = { look?: keyof typeof looks; size?: keyof typeof sizes }
type ButtonProps = ComponentProps<'button'> & ButtonLook & { busy?: boolean | undefined }

/** For a link that looks like a button. */
export function buttonClass({ look = 'secondary', size = 'medium' }: ButtonLook = {}): string {
  return classNames(base, looks[look], sizes[size])
}

export function Button({ look = 'secondary', size = 'medium', busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      {...rest}
      disabled={rest.disabled || busy}
      className={classNames(buttonClass({ look, size }), className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; look?: keyof typeof looks }

/** A button that shows only an icon; its label is what a screen reader says and a pointer sees. */
export function IconButton({ label, look = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(base, looks[look], 'size-8 rounded-lg [&_svg]:size-4', className)}
    />
  )
}
