import { X } from 'lucide-react'
import { Dialog as Parts } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' }

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text?: string
  closeLabel: string
  size?: keyof typeof widths
  /** Nothing inside takes the focus, so what scrolls takes it itself. */
  isText?: boolean
  /** Buttons at the end: the one that does it comes last. */
  footer?: ReactNode
  children?: ReactNode
}

/** A window over the page; on a narrow screen it rises from the bottom edge. */
export function DialogPanel({
  open,
  onOpenChange,
  title,
  text,
  closeLabel,
  size,
  isText,
  footer,
  children,
}: DialogProps) {
  return (
    <Parts.Root open={open} onOpenChange={onOpenChange}>
      <Parts.Portal>
        <Parts.Overlay className="fixed inset-0 z-40 animate-[fade_150ms] bg-veil" />
        <Parts.Content
          {...(text ? {} : { 'aria-describedby': undefined })}
          className={classNames(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[90dvh] animate-[appear_160ms_ease-out] flex-col rounded-t-2xl border border-line bg-raised shadow-float outline-none',
            'sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:mx-auto sm:-translate-y-1/2 sm:rounded-2xl',
            widths[size ?? 'small'],
          )}
        >
          <div className="flex shrink-0 items-start gap-3 px-5 pt-4 pb-1">
            <div className="min-w-0 grow pt-1">
              <Parts.Title className="text-base font-semibold tracking-tight">{title}</Parts.Title>
              {text && <Parts.Description className="mt-1 text-sm text-pretty text-muted">{text}</Parts.Description>}
            </div>
            <Parts.Close asChild>
              <IconButton label={closeLabel} className="-mr-2">
                <X aria-hidden />
              </IconButton>
            </Parts.Close>
          </div>
          <div className="min-h-0 grow overflow-y-auto px-5 py-3" {...(isText && { tabIndex: 0 })}>
            {children}
          </div>
          {footer && (
            <div className="flex shrink-0 flex-wrap justify-end gap-2 px-5 pt-1 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  )
}
