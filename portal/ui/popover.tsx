import { Popover as Parts } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type PopoverProps = {
  trigger: ReactNode
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

export function Popover({ trigger, label, open, onOpenChange, align = 'start', className, children }: PopoverProps) {
  return (
    <Parts.Root open={open} onOpenChange={onOpenChange}>
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      <Parts.Portal>
        <Parts.Content
          aria-label={label}
          sideOffset={6}
          collisionPadding={8}
          align={align}
          className={classNames(
            'z-50 flex max-h-(--radix-popover-content-available-height) animate-[appear_120ms_ease-out] flex-col rounded-xl border border-line bg-raised shadow-float outline-none',
            className,
          )}
        >
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  )
}
