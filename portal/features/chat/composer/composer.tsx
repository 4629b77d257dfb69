import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { chatMessages } from '../messages.ts'
import { useDraft } from './use-draft.ts'
import { useRecall } from './use-recall.ts'

type ComposerProps = {
  employeeId: string
  name: string
  ready: boolean
  sent: Message[] | undefined
  onSend: (text: string) => void
  onStop: (() => void) | undefined
  stopping: boolean
}

export function Composer({ employeeId, name, ready, sent, onSend, onStop, stopping }: ComposerProps) {
  const words = useMessages(chatMessages)
  const [draft, setDraft] = useDraft(employeeId)
  const recall = useRecall(sent, draft, setDraft)
  const field = useRef<HTMLTextAreaElement>(null)
  const canSend = ready && draft.trim() !== ''
  useEffect(() => {
    // On a touch screen the keyboard would cover the conversation that was just opened.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  useGrowing(field, draft)

  const send = () => {
    if (!canSend) return
    onSend(draft.trim())
    setDraft('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || recall(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (event.altKey) event.currentTarget.ownerDocument.execCommand('insertText', false, '\n')
    else send()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="mx-auto w-full max-w-3xl shrink-0 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6 md:pb-4"
    >
      <div className="flex items-end gap-1.5 rounded-2xl border border-line-strong bg-raised p-1.5 pl-4 shadow-[0_1px_3px_oklch(0_0_0/5%)] transition-colors focus-within:border-accent">
        <textarea
          ref={field}
          rows={1}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          aria-label={words.compose(name)}
          placeholder={words.compose(name)}
          title={words.keys}
          enterKeyHint="send"
          className="max-h-[40vh] min-w-0 grow resize-none self-center bg-transparent py-1 text-base leading-6 outline-none placeholder:text-faint md:text-read"
        />
        {onStop && (
          <IconButton label={words.stop} look="secondary" disabled={stopping} onClick={onStop} className="rounded-xl!">
            <Square aria-hidden className="size-3! fill-current" />
          </IconButton>
        )}
        {(!onStop || canSend) && (
          <IconButton label={words.send} look="primary" type="submit" disabled={!canSend} className="rounded-xl!">
            <ArrowUp aria-hidden />
          </IconButton>
        )}
      </div>
    </form>
  )
}

function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes it grow
  useLayoutEffect(() => {
    if (!field.current) return
    field.current.style.height = 'auto'
    field.current.style.height = `${field.current.scrollHeight}px`
  }, [text, field])
}
