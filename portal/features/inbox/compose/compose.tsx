import { Lock, Reply } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { InboxConversationDetail } from '#contracts/inbox.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { useShortcut } from '../../../lib/shortcuts.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { replyFieldId } from '../conversation/reply-box.tsx'
import { noteMessages } from '../notes/messages.ts'
import { NoteBox } from '../notes/note-box.tsx'

type ComposeProps = { conversation: InboxConversationDetail; onLeave: () => void; children: ReactNode }

/** A reply to the contact, which is given, or a note for colleagues: one of them stands here, and each keeps its text. */
export function Compose({ conversation, onLeave, children }: ComposeProps) {
  const words = useMessages(noteMessages)
  const { user } = useSession()
  const [mode, setMode] = useState<'reply' | 'note'>('reply')
  const write = (next: typeof mode) => {
    flushSync(() => setMode(next))
    document.getElementById(replyFieldId)?.focus()
  }
  useShortcut('R', () => write('reply'))
  useShortcut('N', () => write('note'))
  return (
    <>
      <div className="mx-auto w-full max-w-3xl shrink-0 px-3 pt-1 pb-1.5 md:px-6">
        <Segmented
          label={words.mode}
          value={mode}
          choices={[
            { value: 'reply', label: words.reply, icon: <Reply aria-hidden /> },
            { value: 'note', label: words.note, icon: <Lock aria-hidden /> },
          ]}
          onChange={setMode}
        />
      </div>
      {mode === 'reply' ? (
        children
      ) : (
        <NoteBox
          conversationId={conversation.id}
          draftKey={`${user.id}:inbox-note:${conversation.id}`}
          onLeave={onLeave}
        />
      )}
    </>
  )
}
