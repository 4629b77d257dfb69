import { Lock, Reply } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { InboxConversationDetail } from '#contracts/inbox.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { useShortcut } from '../../../lib/shortcuts.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { drafts } from '../../conversation/compose/drafts.ts'
import { replyFieldId } from '../conversation/reply-box.tsx'
import { noteMessages } from '../notes/messages.ts'
import { NoteBox } from '../notes/note-box.tsx'

type Mode = 'reply' | 'note'
type ComposeProps = {
  conversation: InboxConversationDetail
  replyDraft: string
  onLeave: () => void
  /** The reply, with what belongs to it. */
  children: ReactNode
}

/** A reply to the contact or a note for colleagues. Each has a draft of its own, which the other never gets. */
export function Compose({ conversation, replyDraft, onLeave, children }: ComposeProps) {
  const words = useMessages(noteMessages)
  const { user } = useSession()
  const noteDraft = `${user.id}:inbox-note:${conversation.id}`
  const [mode, setMode] = useState<Mode>(() => firstMode(replyDraft, noteDraft))
  const write = (next: Mode) => {
    flushSync(() => setMode(next))
    document.getElementById(replyFieldId)?.focus()
  }
  useShortcut('R', () => write('reply'))
  useShortcut('N', () => write('note'))
  return (
    <div data-typing-area className="contents">
      <div className="mx-auto w-full max-w-3xl shrink-0 px-3 pt-1 pb-1.5 md:px-6">
        <Segmented
          label={words.mode}
          value={mode}
          choices={[
            { value: 'reply', label: words.reply, icon: <Reply aria-hidden /> },
            { value: 'note', label: words.note, icon: <Lock aria-hidden /> },
          ]}
          onChange={write}
          onPress={write}
        />
      </div>
      {mode === 'reply' ? (
        children
      ) : (
        <NoteBox conversationId={conversation.id} draftKey={noteDraft} onLeave={onLeave} />
      )}
    </div>
  )
}

/** An unsaved draft of a note stays a note, so that it is not sent to the contact by mistake. */
function firstMode(replyDraft: string, noteDraft: string): Mode {
  const isEmpty = (key: string) => drafts.read(key).text.trim() === ''
  return isEmpty(replyDraft) && !isEmpty(noteDraft) ? 'note' : 'reply'
}
