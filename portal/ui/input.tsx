import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type InputProps = ComponentProps<'input'> & { label: string; icon?: ReactNode }

export function Input({ label, icon, className, ...rest }: InputProps) {
  return (
    <label className={classNames('relative block', className)}>
      <span className="sr-only">{label}</span>
      {icon && (
        <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-faint [&_svg]:size-3.5">
          {icon}
        </span>
      )}
      <input
        placeholder={label}
        {...rest}
        className={classNames(
          'h-8 w-full rounded-lg border border-line bg-surface pr-2.5 text-base placeholder:text-faint hover:border-line-strong focus:border-accent focus:outline-none md:text-xs pointer-coarse:h-10',
          icon ? 'pl-8' : 'pl-2.5',
        )}
      />
    </label>
  )
}
