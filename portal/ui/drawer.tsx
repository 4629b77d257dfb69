import { lazy, Suspense } from 'react'
import { whenReachable } from '../lib/when-reachable.ts'
import type { DrawerProps } from './drawer-panel.tsx'
import { SuspendShortcuts } from './suspend-shortcuts.tsx'

const DrawerPanel = lazy(() =>
  whenReachable(() => import('./drawer-panel.tsx')).then((module) => ({ default: module.DrawerPanel })),
)

/** Fetches its panel when it is opened for the first time: wide screens never need it. */
export function Drawer(props: DrawerProps) {
  if (!props.open) return null
  return (
    <Suspense fallback={<SuspendShortcuts />}>
      <DrawerPanel {...props} />
    </Suspense>
  )
}
