import { ArrowUp, Paperclip, Phone, Square } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, lazy, memo, Suspense, useEffect, useRef } from 'react'
import type { Reasoning, Teammate } from '#contracts/teammates.ts'
import { useMessages, type Words } from '../../../lib/i18n.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { IconButton } from '../../../ui/button.tsx'
import { drafts, useDraft } from '../../conversation/compose/drafts.ts'
import { useGrowing } from '../../conversation/compose/use-growing.ts'
import { AttachedFiles } from '../files/lazy-attached-files.tsx'
import { fileMessages } from '../files/messages.ts'
import { chatMessages } from '../messages.ts'
import type { Written } from '../thread/use-sending.ts'
import { ReasoningButton } from './reasoning-button.tsx'
import { useMentions } from './use-mentions.ts'
import { type Sent, useRecall } from './use-recall.ts'
import { useSendingWhenReady } from './use-sending-when-ready.ts'

const MentionMenu = lazy(() =>
  whenReachable(() => import('./mention-menu.tsx')).then(({ MentionMenu }) => ({ default: MentionMenu })),
)

type ComposerProps = {
  employeeId: string
  teammate: Teammate | undefined
  draftKey: string
  /** Whether a message can be taken: not yet while the chat is opened, never where it is deleted. */
  readiness: 'opening' | 'ready' | 'closed'
  /** Undefined where the model has no choice. */
  reasoning: Reasoning | undefined
  onReasoning: (level: Reasoning) => void
  readSent: () => Sent[]
  onSend: (written: Written) => void
  onFiles: (files: readonly File[]) => void
  isAnswering: boolean
  isStopping: boolean
  onStop: () => void
  /** Undefined where the teammate cannot be called. */
  onCall: (() => void) | undefined
}

/** Nothing in here changes while an answer streams, so that typing never waits for it. */
export const Composer = memo(function Composer({
  employeeId,
  teammate,
  draftKey,
  readiness,
  reasoning,
  onReasoning,
  readSent,
  onSend,
  onFiles,
  isAnswering,
  isStopping,
  onStop,
  onCall,
}: ComposerProps) {
  const words = useMessages(chatMessages)
  const fileWords = useMessages(fileMessages)
  const { text, files } = useDraft(draftKey)
  const setText = (next: string) => drafts.write(draftKey, { text: next })
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const recall = useRecall(readSent, text, setText)
  const mentioning = useMentions(field, employeeId)
  const isEmpty = text.trim() === '' && files.length === 0
  const canSend = readiness === 'ready' && !isEmpty
  const sendWhenReady = useSendingWhenReady(readiness, `${employeeId} ${text}`, () => send())
  useGrowing(field, text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat is what asks for the focus
  useEffect(() => {
    // On a touch screen the keyboard would cover the conversation that was just opened.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [draftKey])

  const send = () => {
    if (readiness === 'opening' && !isEmpty) return sendWhenReady()
    if (!canSend) return
    onSend({ text: text.trim(), files, reasoning })
    drafts.write(draftKey, { text: '', files: [] })
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (mentioning.onKey(event)) return
    if (event.key === 'Escape' && isAnswering) return onStop()
    if (recall(event) || event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (event.altKey) document.execCommand('insertText', false, '\n')
    else send()
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files]
    // A spreadsheet offers its cells as a picture as well; then the text is meant.
    if (pasted.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    onFiles(pasted)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="relative mx-auto w-full max-w-3xl shrink-0 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6"
    >
      <div className="relative rounded-2xl border border-line-strong bg-raised shadow-[0_1px_3px_oklch(0_0_0/5%)] transition-colors focus-within:border-accent">
        {mentioning.isOpen && (
          <Suspense>
            <MentionMenu mentioning={mentioning} />
          </Suspense>
        )}
        {files.length > 0 && (
          <div className="px-3 pt-3">
            <AttachedFiles
              files={files}
              onRemove={(file) => drafts.write(draftKey, { files: files.filter((each) => each !== file) })}
            />
          </div>
        )}
        <textarea
          ref={field}
          rows={1}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            mentioning.follow()
          }}
          onSelect={mentioning.follow}
          onBlur={mentioning.close}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          {...mentioning.field}
          aria-label={words.compose(teammate?.name ?? '')}
          placeholder={words.compose(teammate?.name ?? '')}
          title={words.keys}
          enterKeyHint="send"
          className="block field-sizing-content max-h-[40dvh] w-full resize-none bg-transparent px-4 pt-3 pb-1 text-base leading-6 outline-none placeholder:truncate placeholder:text-faint md:text-read"
        />
        <div className="flex items-center gap-1 p-1.5">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])])
              // So that the same file can be picked again.
              event.target.value = ''
            }}
          />
          <IconButton
            label={fileWords.attach}
            onClick={() => picker.current?.click()}
            className="rounded-xl! pointer-coarse:size-10!"
          >
            <Paperclip aria-hidden />
          </IconButton>
          {reasoning && <ReasoningButton value={reasoning} onChange={onReasoning} />}
          <div className="grow" />
          {onCall && (
            <IconButton
              label={words.call(teammate?.name ?? '')}
              disabled={readiness !== 'ready'}
              onClick={onCall}
              className="rounded-xl! pointer-coarse:size-10!"
            >
              <Phone aria-hidden />
            </IconButton>
          )}
          {isAnswering && (
            <IconButton
              label={words.stop}
              look="secondary"
              disabled={isStopping}
              onClick={onStop}
              className="rounded-xl! pointer-coarse:size-10!"
            >
              <Square aria-hidden className="size-3! fill-current" />
            </IconButton>
          )}
          {(!isAnswering || canSend) && (
            <IconButton
              label={words.send}
              look="primary"
              type="submit"
              disabled={!canSend}
              className="rounded-xl! pointer-coarse:size-10!"
            >
              <ArrowUp aria-hidden />
            </IconButton>
          )}
        </div>
      </div>
      <p className="mt-1.5 line-clamp-2 min-h-4 text-center text-2xs text-balance wrap-anywhere text-muted">
        {teammate && readersOf(teammate, words)}
      </p>
    </form>
  )
})

/** A chat with a regular teammate belongs to the organization; one with an assistant belongs to its person. */
const readersOf = ({ name, is_personal_assistant }: Teammate, words: Words<typeof chatMessages>): string =>
  is_personal_assistant ? words.onlyReader : words.readers(name)
