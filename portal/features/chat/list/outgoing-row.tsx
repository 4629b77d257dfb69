import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { AttachedFiles } from '../files/lazy-attached-files.tsx'
import { chatMessages } from '../messages.ts'
import { filesOf, type Outgoing } from '../thread/use-sending.ts'
import { Question } from './question.tsx'

type OutgoingRowProps = {
  outgoing: Outgoing
  onRetry: (outgoing: Outgoing) => void
  onGiveUp: (outgoing: Outgoing) => void
}

export function OutgoingRow({ outgoing, onRetry, onGiveUp }: OutgoingRowProps) {
  const words = useMessages(chatMessages)
  const { text, failure } = outgoing
  const files = filesOf(outgoing.files)
  const hasLostFiles = files.length < outgoing.files.length
  const hasFiles = files.length > 0
  return (
    <li className="py-1.5">
      <Question
        text={text}
        files={
          hasFiles && (
            <div className="mb-1.5 flex justify-end">
              <AttachedFiles files={files} />
            </div>
          )
        }
      >
        {failure === null && (
          <p className={hasFiles ? 'mt-1.5 flex items-center gap-1.5 text-2xs text-faint' : 'sr-only'}>
            {hasFiles && <Spinner className="size-3" />}
            {hasFiles ? words.uploading : words.sending}
          </p>
        )}
        {failure !== null && (
          <div
            role="alert"
            className="mt-1.5 flex max-w-full flex-wrap items-center justify-end gap-x-2 gap-y-1 text-xs text-danger"
          >
            <span>{failure || (hasLostFiles ? words.notSentFilesLost : words.notSent)}</span>
            <Button look="quiet" size="small" onClick={() => onGiveUp(outgoing)} className="pointer-coarse:h-10!">
              {words.giveUp}
            </Button>
            <Button size="small" onClick={() => onRetry(outgoing)} className="pointer-coarse:h-10!">
              {words.sendAgain}
            </Button>
          </div>
        )}
      </Question>
    </li>
  )
}
