import { lazy, Suspense, useState } from 'react'
import { useShortcut } from '../../../lib/shortcuts.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'

const Palette = lazy(() => whenReachable(() => import('./palette.tsx')).then((module) => ({ default: module.Palette })))
const KeysDialog = lazy(() =>
  whenReachable(() => import('./keys-dialog.tsx')).then((module) => ({ default: module.KeysDialog })),
)

/** What opens over every page by a key; each is fetched when it is asked for. */
export function Overlays() {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  useShortcut('Mod+K', () => setOpen((shown) => (shown === 'palette' ? null : 'palette')))
  useShortcut('?', () => setOpen('keys'))
  const close = () => setOpen(null)
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={close} onKeys={() => setOpen('keys')} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  )
}
