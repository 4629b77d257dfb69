import { Link } from '@tanstack/react-router'
import { Shuffle } from 'lucide-react'
import type { ModelFallback } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useIsManager } from '../../../lib/session.ts'
import { fallbackMessages } from './messages.ts'

/** Below an answer of a fallback model. */
export function FallbackNote({ fallback: { model, instead_of, reason } }: { fallback: ModelFallback }) {
  const words = useMessages(fallbackMessages)
  const isManager = useIsManager()
  return (
    <p className="mt-1.5 flex items-start gap-1.5 text-xs text-pretty text-muted">
      <Shuffle aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>
        {words[reason](model, instead_of)}{' '}
        {reason === 'not_connected' &&
          (isManager ? (
            <Link to="/settings/vendors" className="font-medium text-accent underline-offset-2 hover:underline">
              {words.connect}
            </Link>
          ) : (
            words.askAdmin
          ))}
      </span>
    </p>
  )
}
