import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button, IconButton } from './button.tsx'

type ToastAction = { label: string; run: () => void }
type Toast = { id: number; text: string; action: ToastAction | undefined }

const shownFor = 6_000
const shownWithAction = 12_000
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let lastId = 0

/** Says in passing what happened; with an action it can be undone, and stays longer. */
export function showToast(text: string, action?: ToastAction): void {
  lastId += 1
  const id = lastId
  const others = action ? toasts : toasts.filter((toast) => toast.text !== text)
  replace([...others, { id, text, action }].slice(-3))
  setTimeout(() => dismiss(id), action ? shownWithAction : shownFor)
}

function dismiss(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id))
}

function replace(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Under the header of the page: at its end is where people write. */
export function Toaster({ closeLabel }: { closeLabel: string }) {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 top-16 z-50 flex flex-col items-center gap-2">
      {shown.map((toast) => (
        <div
          key={toast.id}
          className="pointer-events-auto flex max-w-md animate-[appear_160ms_ease-out] items-center gap-2 rounded-xl border border-line bg-raised py-1.5 pr-1.5 pl-4 text-sm shadow-float"
        >
          <span>{toast.text}</span>
          {toast.action && (
            <Button
              look="quiet"
              size="small"
              className="text-accent!"
              onClick={() => {
                toast.action?.run()
                dismiss(toast.id)
              }}
            >
              {toast.action.label}
            </Button>
          )}
          <IconButton label={closeLabel} onClick={() => dismiss(toast.id)}>
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  )
}
