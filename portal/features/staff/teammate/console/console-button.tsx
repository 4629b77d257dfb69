import { FlaskConical } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { whenReachable } from '../../../../lib/when-reachable.ts'
import { Button } from '../../../../ui/button.tsx'
import { consoleMessages } from './messages.ts'

const ToolConsole = lazy(() =>
  whenReachable(() => import('./tool-console.tsx')).then((module) => ({ default: module.ToolConsole })),
)

export function ConsoleButton({ teammate, isDirty }: { teammate: Teammate; isDirty: boolean }) {
  const words = useMessages(consoleMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <FlaskConical aria-hidden className="size-3.5" />
        {words.try}
      </Button>
      <Suspense>
        {isOpen && <ToolConsole teammate={teammate} isDirty={isDirty} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
