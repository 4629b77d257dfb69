import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import type { HistoryEntry } from '#contracts/internal-chat.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { ChatMark } from './chat-mark.tsx'
import { ChatMenuButton } from './chat-menu-button.tsx'
import { historyMessages } from './messages.ts'
import { TitleField } from './title-field.tsx'
import { titleOf } from './use-chat-changes.ts'

type HistoryRowProps = {
  entry: HistoryEntry
  isShown: boolean
  isAnswering: boolean
  onRename: (entry: HistoryEntry, title: string) => void
  onDelete: (entry: HistoryEntry) => void
}

export const HistoryRow = memo(function HistoryRow({
  entry,
  isShown,
  isAnswering,
  onRename,
  onDelete,
}: HistoryRowProps) {
  const words = useMessages(historyMessages)
  const [isRenaming, setRenaming] = useState(false)
  const title = titleOf(entry, words.untitled)
  const done = (next: string | null) => {
    setRenaming(false)
    if (next) onRename(entry, next)
  }
  return (
    <li
      className={classNames(
        'group/row relative flex h-8 min-w-0 items-center rounded-lg text-sm transition-colors pointer-coarse:h-10',
        isShown ? 'bg-selected' : 'hover:bg-hover has-data-[state=open]:bg-hover',
      )}
    >
      {isRenaming ? (
        <TitleField title={title} onDone={done} className="mx-1 h-7 text-sm" />
      ) : (
        <>
          <Link
            to="/chat/$employeeId"
            params={{ employeeId: entry.ai_employee_id }}
            search={{ conversation: entry.id }}
            aria-current={isShown ? 'page' : undefined}
            title={`${title}\n${entry.ai_employee.name}`}
            className="flex h-full min-w-0 grow items-center gap-2.5 rounded-lg pr-2 pl-2 group-has-focus-visible/row:pr-9 group-hover/row:pr-9 group-has-data-[state=open]/row:pr-9 pointer-coarse:pr-11"
          >
            <ChatMark chat={entry} />
            <span className={classNames('min-w-0 grow truncate', isShown ? 'font-medium' : 'text-ink')}>{title}</span>
            {isAnswering && (
              <span
                role="img"
                aria-label={words.answering}
                className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent"
              />
            )}
          </Link>
          <ChatMenuButton
            title={title}
            onRename={() => setRenaming(true)}
            onDelete={() => onDelete(entry)}
            className="absolute! right-0.5 size-7! rounded-md! opacity-0 group-has-focus-visible/row:opacity-100 group-hover/row:opacity-100 data-[state=open]:opacity-100 pointer-coarse:size-10! pointer-coarse:opacity-100"
          />
        </>
      )}
    </li>
  )
})
