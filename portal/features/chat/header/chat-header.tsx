import { Link } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { memo, useState } from 'react'
import type { Conversation } from '#contracts/conversations.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { NavigationButton } from '../../shell/navigation.tsx'
import { ChatMenuButton } from '../history/chat-menu-button.tsx'
import { historyMessages } from '../history/messages.ts'
import { TitleField } from '../history/title-field.tsx'
import { titleOf, useChatChanges } from '../history/use-chat-changes.ts'
import { newChat } from '../thread/new-chat.ts'
import { TeammateSwitcher } from './teammate-switcher.tsx'
import { useCopyConversation } from './use-copy-conversation.ts'

type ChatHeaderProps = {
  employeeId: string
  teammate: Teammate | undefined
  /** Null for a chat that its first message will open. */
  conversation: Conversation | null
}

export const ChatHeader = memo(function ChatHeader({ employeeId, teammate, conversation }: ChatHeaderProps) {
  const words = useMessages(historyMessages)
  const { rename, remove } = useChatChanges()
  const copy = useCopyConversation(teammate?.name ?? '')
  const [isRenaming, setRenaming] = useState(false)
  const title = conversation ? titleOf(conversation, words.untitled) : words.newChat
  const done = (next: string | null) => {
    setRenaming(false)
    if (next && conversation) rename(conversation, next)
  }
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line px-3">
      <NavigationButton />
      <TeammateSwitcher employeeId={employeeId} teammate={teammate} />
      <span aria-hidden className="mx-1 text-line-strong max-md:hidden">
        /
      </span>
      <div className="flex min-w-0 grow items-center">
        {isRenaming && conversation ? (
          <TitleField title={title} onDone={done} className="h-8 max-w-md text-sm font-medium" />
        ) : (
          <h1 className="min-w-0 text-sm font-medium">
            {conversation ? (
              <button
                type="button"
                title={words.rename}
                onClick={() => setRenaming(true)}
                className="block h-8 max-w-full truncate rounded-md px-1.5 text-left transition-colors hover:bg-hover pointer-coarse:h-10"
              >
                {title}
              </button>
            ) : (
              <span className="block truncate px-1.5 text-muted">{title}</span>
            )}
          </h1>
        )}
      </div>
      <Link
        to="/chat/$employeeId"
        params={{ employeeId }}
        search={{ conversation: newChat }}
        aria-label={words.newChat}
        title={words.newChat}
        className={classNames(buttonClass({ look: 'quiet' }), 'size-8! px-0! pointer-coarse:size-10! [&_svg]:size-4')}
      >
        <SquarePen aria-hidden />
      </Link>
      {conversation && (
        <ChatMenuButton
          title={title}
          className="pointer-coarse:size-10!"
          onRename={() => setRenaming(true)}
          onDelete={() => remove(conversation)}
          onCopy={() => copy(conversation)}
        />
      )}
    </header>
  )
})
