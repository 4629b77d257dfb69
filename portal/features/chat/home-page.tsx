import { Navigate } from '@tanstack/react-router'
import { CircleAlert, Users } from 'lucide-react'
import { memo } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingPage } from '../shell/loading-page.tsx'
import { NavigationButton } from '../shell/navigation.tsx'
import { useMissingAccess } from '../teammates/access/use-missing-access.ts'
import { useTeammates } from '../teammates/use-teammates.ts'
import { chatMessages } from './messages.ts'
import { newChat } from './thread/new-chat.ts'
import { useDefaultTeammate } from './use-default-teammate.ts'

/** A new chat with the teammate who was talked to last, or the first; it offers the others. */
export function HomePage() {
  const words = useMessages(chatMessages)
  const { data: teammates, isError, isFetching, refetch } = useTeammates()
  const teammate = useDefaultTeammate()
  const missingAccess = useMissingAccess()

  if (teammate) return <ToNewChat employeeId={teammate.id} />
  if (!teammates && !isError) return <LoadingPage />
  return (
    <>
      <header className="flex h-14 shrink-0 items-center px-3">
        <NavigationButton />
      </header>
      {teammates ? (
        <EmptyState
          icon={<Users aria-hidden />}
          title={words.noTeammates}
          text={missingAccess ?? words.noTeammatesText}
        />
      ) : (
        <EmptyState alert icon={<CircleAlert aria-hidden />} title={words.teammatesFailed}>
          <Button look="primary" busy={isFetching} onClick={() => refetch()}>
            {words.retry}
          </Button>
        </EmptyState>
      )}
    </>
  )
}

/** Once: rendered again, a `Navigate` would fetch back a person who has gone elsewhere while the code of the chat was loading. */
const ToNewChat = memo(function ToNewChat({ employeeId }: { employeeId: string }) {
  return <Navigate to="/chat/$employeeId" params={{ employeeId }} search={{ conversation: newChat }} replace />
})
