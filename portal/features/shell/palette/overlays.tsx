import { lazy, Suspense } from 'react'
import { useShortcut } from '../../../lib/shortcuts.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { SuspendShortcuts } from '../../../ui/suspend-shortcuts.tsx'
import { showOverlay, useOverlay } from './overlay.ts'

const Palette = lazy(() => whenReachable(() => import('./palette.tsx')).then((module) => ({ default: module.Palette })))
const KeysDialog = lazy(() =>
  whenReachable(() => import('./keys-dialog.tsx')).then((module) => ({ default: module.KeysDialog })),
)
const close = () => showOverlay(null)

/** What opens over every page; each is fetched when it is asked for. */
export function Overlays() {
  const shown = useOverlay()
  useShortcut('Mod+K', () => showOverlay(shown === 'palette' ? null : 'palette'))
  useShortcut('?', () => showOverlay('keys'))
  return (
    <Suspense fallback={<SuspendShortcuts />}>
      {shown === 'palette' && <Palette onClose={close} onKeys={() => showOverlay('keys')} />}
      {shown === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  )
}
