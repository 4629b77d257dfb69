import { History, SquarePen } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { NavigationButton } from '../../shell/navigation.tsx'
import { chatMessages } from '../messages.ts'
import { type ChatsPanelState, useNewChat } from '../use-chats.ts'

type ChatHeaderProps = {
  employeeId: string
  name: string
  note: string | undefined
  panel: ChatsPanelState
  onOpen: (conversationId: string) => void
}

export function ChatHeader({ employeeId, name, note, panel, onOpen }: ChatHeaderProps) {
  const words = useMessages(chatMessages)
  const newChat = useNewChat(employeeId, onOpen)
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-3">
      <NavigationButton />
      <Avatar name={name} />
      <div className="min-w-0 grow leading-tight">
        <h1 className="truncate text-sm font-semibold">{name || '\u00a0'}</h1>
        {note && <p className="truncate text-2xs text-faint">{note}</p>}
      </div>
      <IconButton label={words.newChat} disabled={newChat.isPending} onClick={() => newChat.mutate()}>
        <SquarePen aria-hidden />
      </IconButton>
      <IconButton
        label={panel.open ? words.hideChats : words.showChats}
        aria-expanded={panel.open}
        onClick={() => panel.setOpen(!panel.open)}
        className="aria-expanded:bg-hover aria-expanded:text-ink"
      >
        <History aria-hidden />
      </IconButton>
    </header>
  )
}
