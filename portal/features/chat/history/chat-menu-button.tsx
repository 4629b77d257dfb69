import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { IconButton } from '../../../ui/button.tsx'
import { historyMessages } from './messages.ts'

const ChatMenu = lazy(() =>
  whenReachable(() => import('./chat-menu.tsx')).then((module) => ({ default: module.ChatMenu })),
)

type ChatMenuButtonProps = {
  title: string
  className?: string
  onRename: () => void
  onDelete: () => void
  onCopy?: () => void
}

/** What can be done with a chat; its menu is fetched when it is asked for. */
export function ChatMenuButton({ title, className, ...actions }: ChatMenuButtonProps) {
  const words = useMessages(historyMessages)
  const [wanted, setWanted] = useState(false)
  const button = (
    <IconButton label={words.actions(title)} aria-haspopup="menu" onClick={() => setWanted(true)} className={className}>
      <Ellipsis aria-hidden />
    </IconButton>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <ChatMenu trigger={button} {...actions} />
    </Suspense>
  )
}
