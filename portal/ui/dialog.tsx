import { lazy, Suspense } from 'react'
import { whenReachable } from '../lib/when-reachable.ts'
import type { DialogProps } from './dialog-panel.tsx'
import { SuspendShortcuts } from './suspend-shortcuts.tsx'

const DialogPanel = lazy(() =>
  whenReachable(() => import('./dialog-panel.tsx')).then((module) => ({ default: module.DialogPanel })),
)

/** Fetches its panel when it is opened for the first time; what is in it begins again each time. */
export function Dialog(props: DialogProps) {
  if (!props.open) return null
  return (
    <Suspense fallback={<SuspendShortcuts />}>
      <DialogPanel {...props} />
    </Suspense>
  )
}
