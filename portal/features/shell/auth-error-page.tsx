import { CloudOff, ServerCrash, Timer } from 'lucide-react'
import { useMessages } from '../../lib/i18n.ts'
import type { AuthError } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Brand } from './brand.tsx'
import { shellMessages } from './messages.ts'

const icons = { network: CloudOff, timeout: Timer, server: ServerCrash }

/** The infrastructure failed, not the sign-in: nobody is sent to the login page for that. */
export function AuthErrorPage({ error, busy, onRetry }: { error: AuthError; busy: boolean; onRetry: () => void }) {
  const words = useMessages(shellMessages)
  const { title, text } = words.authError[error]
  const Icon = icons[error]
  return (
    <main className="flex h-full flex-col bg-canvas">
      <Brand className="p-4" />
      <EmptyState alert icon={<Icon aria-hidden />} title={title} text={text}>
        <Button look="primary" busy={busy} onClick={onRetry}>
          {words.retry}
        </Button>
      </EmptyState>
    </main>
  )
}
