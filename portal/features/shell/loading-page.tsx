import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { tryAgainNow, useIsUnreachable } from '../../lib/when-reachable.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { shellMessages } from './messages.ts'

/** Comes after a moment only, so that a fast answer does not flash a spinner. */
export function LoadingPage() {
  const words = useMessages(shellMessages)
  const [isLost, setLost] = useState(false)
  const isUnreachable = useIsUnreachable()
  // Between two tries it is still lost.
  useEffect(() => {
    if (isUnreachable) setLost(true)
  }, [isUnreachable])
  if (isLost) {
    const { title, text } = words.authError.network
    return (
      <EmptyState alert icon={<CloudOff aria-hidden />} title={title} text={text}>
        <Button look="primary" busy={!isUnreachable} onClick={tryAgainNow}>
          {words.retry}
        </Button>
      </EmptyState>
    )
  }
  return (
    <div className="flex h-full animate-[fade_200ms_400ms_both] items-center justify-center text-faint">
      <Spinner label={words.loading} className="size-5" />
    </div>
  )
}
