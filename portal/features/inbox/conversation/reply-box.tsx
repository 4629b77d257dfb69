import { ArrowUp } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { drafts, useDraft } from '../../conversation/compose/drafts.ts'
import type { CannedValues } from '../compose/fill-canned-reply.ts'
import { TextBox } from '../compose/text-box.tsx'
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
  const menu = useCannedMenu(field, values)
  const canSend = text.trim() !== ''
  const send = () => {
    if (!canSend) return
    onSend(text.trim())
    drafts.write(draftKey, { text: '' })
    onTyping(false)
    field.current?.focus()
  }
  return (
    <TextBox
      id={replyFieldId}
      data-draft={draftKey}
      look="reply"
      field={field}
      label={words.reply(contact)}
      title={words.replyKeys}
      aria-describedby={notice ? 'inbox-reply-notice' : undefined}
      aria-keyshortcuts="R"
      text={text}
      menu={menu}
      onText={(next) => {
        drafts.write(draftKey, { text: next })
        onTyping(next.trim() !== '')
      }}
      onSend={send}
      onLeave={onLeave}
      notice={
        notice && (
          <p id="inbox-reply-notice" className="px-1 pt-1.5 text-2xs text-muted">
            {notice}
          </p>
        )
      }
    >
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
    </TextBox>
  )
}
