import { getRouteApi, Link } from '@tanstack/react-router'
import { UserX } from 'lucide-react'
import { ApiError } from '#contracts/client.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { BackLink } from '../../page-parts/back-link.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { WaitingForm } from '../../page-parts/waiting.tsx'
import { Page } from '../../shell/page.tsx'
import { teammateMessages } from './messages.ts'
import { TeammateEditor } from './teammate-editor.tsx'
import { useTeammate } from './use-teammate.ts'

const route = getRouteApi('/signed-in/staff/ai/$employeeId')

export function TeammatePage() {
  const words = useMessages(teammateMessages)
  const { employeeId } = route.useParams()
  const { tab, onboarding } = route.useSearch()
  const teammate = useTeammate(employeeId)
  const isGone = teammate.error instanceof ApiError && teammate.error.status === 404

  // Keyed: what was edited on one teammate is not for another.
  if (teammate.data && !isGone)
    return <TeammateEditor key={employeeId} teammate={teammate.data} tab={tab} isOnboarding={onboarding === 'true'} />
  return (
    <Page title={words.title} before={<BackLink to="/staff" label={words.back} />}>
      {isGone ? (
        <EmptyState icon={<UserX aria-hidden />} title={words.missing} text={words.missingText}>
          <Link to="/staff" className={buttonClass()}>
            {words.toStaff}
          </Link>
        </EmptyState>
      ) : teammate.isError ? (
        <LoadFailed title={words.failed} query={teammate} />
      ) : (
        <WaitingForm />
      )}
    </Page>
  )
}
