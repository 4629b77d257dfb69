import type { Message } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { MessageFiles } from '../../conversation/files/lazy-message-files.tsx'
import { Author } from '../../conversation/list/author.tsx'
import { SystemNote } from '../../conversation/list/system-note.tsx'
import { conversationMessages } from '../../conversation/messages.ts'
import { nameOf, usePeople } from '../../people/use-people.ts'
import { CopyButton } from '../../prose/copy-button.tsx'
import { Prose } from '../../prose/lazy-markdown.tsx'

type PeoplesRowProps = { message: Message; name: string }

/** A colleague joined the chat or left it, or wrote in it in the teammate's place. */
export function OperatorMessageRow({ message, name }: PeoplesRowProps) {
  if (message.role === 'system') return <SystemNote message={message} teammate={name} isOwn />
  return <Colleagues message={message} />
}

function Colleagues({ message }: { message: Message }) {
  const words = useMessages(conversationMessages)
  const { data } = usePeople()
  const person = data?.data.find(({ id }) => id === message.user_id)
  return (
    <>
      <Author
        name={person ? nameOf(person) : words.operator}
        picture={person?.picture ?? null}
        at={message.created_at}
        note={message.edited_at && <span className="text-2xs text-faint">{words.edited}</span>}
      />
      <div className="md:pl-8">
        {message.content && <Prose text={message.content} isStreaming={false} />}
        <MessageFiles files={message.attachments} />
        <div className="mt-1 -ml-1.5 flex min-h-7 items-center opacity-0 transition-opacity group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100">
          <CopyButton text={message.content} />
        </div>
      </div>
    </>
  )
}
