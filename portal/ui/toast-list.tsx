import { X } from 'lucide-react'
import { Toast as RadixToast } from 'radix-ui'
import { createPortal } from 'react-dom'
import { Button, IconButton } from './button.tsx'

const shownMs = 6_000
const shownWithActionMs = 12_000

export type Toast = {
  id: number
  text: string
  action: { label: string; run: () => void } | undefined
}

export type ToastLabels = { close: string; toast: string; toasts: string }

type ToastListProps = {
  toasts: readonly Toast[]
  onDismiss: (id: number) => void
  labels: ToastLabels
}

/** Under the header of the page and the bars below it (`useToastsBelow`): at its end is where people write. */
export function ToastList({ toasts, onDismiss, labels }: ToastListProps) {
  return (
    <RadixToast.Provider label={labels.toast} swipeDirection="up">
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} closeLabel={labels.close} />
      ))}
      {createPortal(
        <RadixToast.Viewport
          // An open dialog hides the rest of the page from screen readers, but nothing that is live or came later.
          aria-live="off"
          label={`${labels.toasts} ({hotkey})`}
          className="pointer-events-none fixed inset-x-4 top-(--toasts-top,4rem) z-50 flex flex-col items-center gap-2 outline-none"
        />,
        document.body,
      )}
    </RadixToast.Provider>
  )
}

type OneToastProps = { toast: Toast; onDismiss: () => void; closeLabel: string }

function OneToast({ toast: { text, action }, onDismiss, closeLabel }: OneToastProps) {
  return (
    <RadixToast.Root
      duration={action ? shownWithActionMs : shownMs}
      onOpenChange={(isOpen) => !isOpen && onDismiss()}
      className="pointer-events-auto flex max-w-md animate-[appear_160ms_ease-out] items-center gap-2 rounded-xl border border-line bg-raised py-1.5 pr-1.5 pl-4 text-sm shadow-float data-[swipe=cancel]:translate-y-0 data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y)"
    >
      <RadixToast.Description>{text}</RadixToast.Description>
      {action && (
        <RadixToast.Action altText={action.label} asChild>
          <Button look="quiet" size="small" className="text-accent!" onClick={action.run}>
            {action.label}
          </Button>
        </RadixToast.Action>
      )}
      <RadixToast.Close asChild>
        <IconButton label={closeLabel}>
          <X aria-hidden />
        </IconButton>
      </RadixToast.Close>
    </RadixToast.Root>
  )
}
