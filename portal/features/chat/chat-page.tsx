import { Link, useParams } from '@tanstack/react-router'
import { UserX } from 'lucide-react'
import { useEffect } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NavigationButton } from '../shell/navigation.tsx'
import { useTeammates } from '../teammates/use-teammates.ts'
import { Chat } from './chat.tsx'
import { lastTeammate } from './last-teammate.ts'
import { loadMessageParts } from './list/message-parts.ts'
import { chatMessages } from './messages.ts'

// On their way while the conversation is read.
loadMessageParts()

export function ChatPage() {
  const { employeeId } = useParams({ from: '/signed-in/chat/$employeeId' })
  const { organization } = useSession()
  const words = useMessages(chatMessages)
  const { data: teammates } = useTeammates()
  const teammate = teammates?.find(({ id }) => id === employeeId)
  useEffect(() => {
    if (teammate) lastTeammate.remember(organization.id, teammate.id)
  }, [organization.id, teammate])

  if (teammates && !teammate)
    return (
      <>
        <header className="flex h-14 shrink-0 items-center px-3">
          <NavigationButton />
        </header>
        <EmptyState icon={<UserX aria-hidden />} title={words.missing} text={words.missingText}>
          <Link to="/staff" className={buttonClass()}>
            {words.allTeammates}
          </Link>
        </EmptyState>
      </>
    )
  return <Chat employeeId={employeeId} teammate={teammate} />
}
