import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'

type Toast = { id: number; text: string }

const shownFor = 6_000
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let lastId = 0

export function showToast(text: string): void {
  lastId += 1
  const id = lastId
  replace([...toasts.filter((toast) => toast.text !== text), { id, text }].slice(-3))
  setTimeout(() => dismiss(id), shownFor)
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

export function Toaster({ closeLabel }: { closeLabel: string }) {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center gap-2">
      {shown.map((toast) => (
        <div
          key={toast.id}
          className="pointer-events-auto flex max-w-md animate-[appear_160ms_ease-out] items-center gap-2 rounded-xl border border-line bg-raised py-1.5 pr-1.5 pl-4 text-sm shadow-float"
        >
          <span>{toast.text}</span>
          <IconButton label={closeLabel} onClick={() => dismiss(toast.id)}>
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  )
}
