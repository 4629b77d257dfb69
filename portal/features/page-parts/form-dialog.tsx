import { type FormEvent, type ReactNode, useId } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogProps } from '../../ui/dialog-panel.tsx'
import { partMessages } from './messages.ts'

type FormDialogProps = Pick<DialogProps, 'title' | 'text' | 'size'> & {
  /** What the button says that sends the form; “Save” by default. */
  action?: string
  isDestructive?: boolean
  /** False while something is missing without which nothing can be sent. */
  isReady?: boolean
  busy: boolean
  /** What went wrong, as far as no field says it. */
  problem?: string | null
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog that is one form; while it is sent, or not ready, nothing sends it, the Enter key included. */
export function FormDialog(props: FormDialogProps) {
  const { action, isDestructive = false, isReady = true, busy, problem, onSubmit, onClose, children, ...look } = props
  const parts = useMessages(partMessages)
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !busy) onSubmit()
  }
  return (
    <Dialog
      {...look}
      open
      onOpenChange={(open) => !open && onClose()}
      closeLabel={parts.close}
      footer={
        <>
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button
            look={isDestructive ? 'destructive' : 'primary'}
            type="submit"
            form={form}
            busy={busy}
            disabled={!isReady}
          >
            {action ?? parts.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-5">
        {children}
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
