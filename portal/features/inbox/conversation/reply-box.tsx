import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { drafts, useDraft } from '../../conversation/compose/drafts.ts'
import { useGrowing } from '../../conversation/compose/use-growing.ts'
import type { CannedValues } from '../compose/fill-canned-reply.ts'
import { TextMenu } from '../compose/text-menu.tsx'
import { useCannedMenu } from '../compose/use-canned-menu.ts'
import { inboxMessages } from '../messages.ts'

export const replyFieldId = 'inbox-reply'

type ReplyBoxProps = {
  draftKey: string
  contact: string
  /** What sending changes beside saying it. */
  notice: string | null
  /** What canned replies are filled in with. */
  values: CannedValues
  onSend: (text: string) => void
  /** Something was typed; false where nothing of it is left. */
  onTyping: (isTyping: boolean) => void
  onLeave: () => void
  /** What else can be done with a reply, beside sending it. */
  children?: ReactNode
}

/** A text for the contact; it is kept until it is sent, conversation by conversation. */
export function ReplyBox({ draftKey, contact, notice, values, onSend, onTyping, onLeave, children }: ReplyBoxProps) {
  const words = useMessages(inboxMessages)
  const { text } = useDraft(draftKey)
  const field: RefObject<HTMLTextAreaElement | null> = useRef(null)
  useGrowing(field, text)
  const menu = useCannedMenu(field, values)
  const canSend = text.trim() !== ''
  const send = () => {
    if (!canSend) return
    onSend(text.trim())
    drafts.write(draftKey, { text: '' })
    onTyping(false)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || menu.onKey(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      return onLeave()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (event.altKey) document.execCommand('insertText', false, '\n')
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
      <div className="relative flex items-end rounded-2xl border border-line-strong bg-raised shadow-[0_1px_3px_oklch(0_0_0/5%)] transition-colors focus-within:border-accent">
        {menu.isOpen && <TextMenu menu={menu} />}
        <textarea
          ref={field}
          id={replyFieldId}
          data-draft={draftKey}
          rows={1}
          value={text}
          onChange={(event) => {
            drafts.write(draftKey, { text: event.target.value })
            onTyping(event.target.value.trim() !== '')
            menu.follow()
          }}
          onSelect={menu.follow}
          onBlur={menu.close}
          onKeyDown={onKeyDown}
          {...menu.field}
          aria-label={words.reply(contact)}
          aria-describedby={notice ? 'inbox-reply-notice' : undefined}
          placeholder={words.reply(contact)}
          aria-keyshortcuts="R"
          title={words.replyKeys}
          enterKeyHint="send"
          className="block field-sizing-content max-h-[40dvh] min-w-0 grow resize-none bg-transparent py-3 pl-4 text-base leading-6 outline-none placeholder:text-faint md:text-read"
        />
        <div className="flex gap-1 p-2">
          {children}
          <IconButton
            label={words.send}
            look="primary"
            type="submit"
            disabled={!canSend}
            className="rounded-xl! pointer-coarse:size-10!"
          >
            <ArrowUp aria-hidden />
          </IconButton>
        </div>
      </div>
      {notice && (
        <p id="inbox-reply-notice" className="px-1 pt-1.5 text-2xs text-muted">
          {notice}
        </p>
      )}
    </form>
  )
}
