import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { whenReachable } from '../lib/when-reachable.ts'
import type { Toast, ToastLabels } from './toast-list.tsx'

const maxVisible = 3
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let lastId = 0

/** Says in passing what happened; with an action it can be undone, and stays longer. */
export function showToast(text: string, action?: Toast['action']): void {
  lastId += 1
  const others = action ? toasts : toasts.filter((toast) => toast.text !== text)
  replace([...others, { id: lastId, text, action }].slice(-maxVisible))
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

const ToastList = lazy(() =>
  whenReachable(() => import('./toast-list.tsx')).then(({ ToastList }) => ({ default: ToastList })),
)

/** Fetched when the page has come to rest: a toast may have to say that the server is gone. */
export function Toaster({ labels }: { labels: ToastLabels }) {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 2_000)
    return () => clearTimeout(timer)
  }, [])
  if (!isQuiet && shown.length === 0) return null
  return (
    <Suspense>
      <ToastList toasts={shown} onDismiss={dismiss} labels={labels} />
    </Suspense>
  )
}
