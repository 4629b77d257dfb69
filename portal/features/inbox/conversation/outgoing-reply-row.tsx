import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { inboxMessages } from '../messages.ts'
import type { OutgoingReply } from './use-replying.ts'

type OutgoingReplyRowProps = {
  outgoing: OutgoingReply
  /** Who has the conversation instead. */
  owner: string
  onRetry: (outgoing: OutgoingReply) => void
  onTakeOverAndRetry: (outgoing: OutgoingReply) => void
  onGiveUp: (outgoing: OutgoingReply) => void
}

export function OutgoingReplyRow({ outgoing, owner, onRetry, onTakeOverAndRetry, onGiveUp }: OutgoingReplyRowProps) {
  const words = useMessages(inboxMessages)
  const { text, failure, isAnothers } = outgoing
  return (
    <li className="py-1.5 md:pl-8">
      <p
        className={classNames(
          'w-fit max-w-full rounded-2xl rounded-tl-md bg-accent-soft px-4 py-2 text-read wrap-anywhere whitespace-pre-wrap',
          failure === null && 'opacity-60',
        )}
      >
        {text}
      </p>
      {failure === null && <p className="sr-only">{words.sending}</p>}
      {failure !== null && (
        <div role="alert" className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-danger">
          <span>{isAnothers ? words.anothers(owner) : failure || words.notSent}</span>
          <Button look="quiet" size="small" onClick={() => onGiveUp(outgoing)}>
            {words.delete}
          </Button>
          <Button size="small" onClick={() => (isAnothers ? onTakeOverAndRetry(outgoing) : onRetry(outgoing))}>
            {isAnothers ? words.takeOverAndSend : words.retry}
          </Button>
        </div>
      )}
    </li>
  )
}
