import { PenLine } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useDraft } from '../../conversation/compose/drafts.ts'
import { presenceMessages } from './messages.ts'
import { useColleaguesIn } from './use-presence.ts'

/** Says above the reply who types one; a warning for someone who is writing one too. */
export function TypingLine({ conversationId, draftKey }: { conversationId: string; draftKey: string }) {
  const words = useMessages(presenceMessages)
  const isWriting = useDraft(draftKey).text.trim() !== ''
  const names = useColleaguesIn(conversationId)
    .filter(({ isTyping }) => isTyping)
    .map(({ name }) => name)
    .join(', ')
  return (
    <div role="status" className="mx-auto w-full max-w-3xl shrink-0 px-3 md:px-6">
      {names && (
        <p
          className={classNames(
            'mb-2 flex items-center gap-2 text-xs [&_svg]:size-3.5 [&_svg]:shrink-0',
            isWriting ? 'rounded-lg bg-warning-soft px-3 py-2 font-medium text-warning' : 'px-1 text-muted',
          )}
        >
          <PenLine aria-hidden />
          {isWriting ? words.typingToo(names) : words.typing(names)}
        </p>
      )}
    </div>
  )
}
