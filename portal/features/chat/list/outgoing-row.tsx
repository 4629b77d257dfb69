import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { chatMessages } from '../messages.ts'
import { Question } from './question.tsx'
import type { Outgoing } from '../thread/use-sending.ts'

export function OutgoingRow({ outgoing, onRetry }: { outgoing: Outgoing; onRetry: (outgoing: Outgoing) => void }) {
  const words = useMessages(chatMessages)
  const { text, failure } = outgoing
  if (failure === null)
    return (
      <Question text={text}>
        <span className="sr-only">{words.sending}</span>
      </Question>
    )
  return (
    <Question text={text}>
      <div role="alert" className="mt-1.5 flex items-center gap-2 text-xs text-danger">
        {failure || words.notSent}
        <Button size="small" onClick={() => onRetry(outgoing)}>
          {words.sendAgain}
        </Button>
      </div>
    </Question>
  )
}
