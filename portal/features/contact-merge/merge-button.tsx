import { Merge } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Contact } from '#contracts/inbox.ts'
import { useMessages } from '../../lib/i18n.ts'
import { whenReachable } from '../../lib/when-reachable.ts'
import { Button } from '../../ui/button.tsx'
import { SuspendShortcuts } from '../../ui/suspend-shortcuts.tsx'
import { mergeMessages } from './messages.ts'

const MergeDialog = lazy(() =>
  whenReachable(() => import('./merge-dialog.tsx')).then((module) => ({ default: module.MergeDialog })),
)

export function MergeButton({ contact }: { contact: Contact }) {
  const words = useMessages(mergeMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Merge aria-hidden className="size-3.5" />
        {words.mergeWith}
      </Button>
      {isOpen && (
        <Suspense fallback={<SuspendShortcuts />}>
          <MergeDialog contact={contact} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
