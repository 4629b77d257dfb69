import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { failureOf } from '#thread/failure-of.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { failureMessages } from './messages.ts'

/** What went wrong, in the reader's language; the error of the model's server is in the details. */
export function Failure({ message, children }: { message: Message; children?: ReactNode }) {
  const words = useMessages(failureMessages)
  const { error } = message
  return (
    <div className="mt-1 rounded-lg bg-danger-soft py-2 pr-2 pl-3 text-sm text-danger">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 grow basis-40">{words.failures[failureOf(message)]}</span>
        {children}
      </div>
      {error && (
        <details className="mt-1 text-xs">
          <summary className="inline-flex min-h-6 items-center select-none pointer-coarse:min-h-10">
            {words.failureDetails}
          </summary>
          <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{error}</p>
        </details>
      )}
    </div>
  )
}
