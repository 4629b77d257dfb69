import { CircleAlert } from 'lucide-react'
import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { shellMessages } from './messages.ts'

export function BrokenPage() {
  const words = useMessages(shellMessages)
  return (
    <main className="flex h-full">
      <EmptyState alert icon={<CircleAlert aria-hidden />} title={words.broken.title} text={words.broken.text}>
        <Button look="primary" onClick={() => location.reload()}>
          {words.broken.reload}
        </Button>
      </EmptyState>
    </main>
  )
}
