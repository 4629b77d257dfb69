import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { isServerThere } from '../../lib/when-reachable.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { shellMessages } from './messages.ts'

export function BrokenPage() {
  const words = useMessages(shellMessages)
  const [busy, setBusy] = useState(false)
  const [isUnreachable, setUnreachable] = useState(false)
  // A reload without a server would leave the browser's own error page.
  const reload = async () => {
    setBusy(true)
    if (await isServerThere()) return location.reload()
    setBusy(false)
    setUnreachable(true)
  }
  const { title, text } = isUnreachable ? words.authError.network : words.broken
  return (
    <main className="flex h-full">
      <EmptyState alert icon={<CircleAlert aria-hidden />} title={title} text={text}>
        <Button look="primary" busy={busy} onClick={reload}>
          {words.broken.reload}
        </Button>
      </EmptyState>
    </main>
  )
}
