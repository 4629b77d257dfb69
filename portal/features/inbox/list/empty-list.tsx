import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { useIsManager } from '../../../lib/session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { inboxMessages } from '../messages.ts'
import type { ListScope } from './inbox-list.ts'

/** Why there is nothing, and how something gets here. */
export function EmptyList({ scope }: { scope: ListScope }) {
  const words = useMessages(inboxMessages)
  const isManager = useIsManager()
  const { data: teammates } = useTeammates()
  const { filter, category, teammate, label } = scope
  if (label) return <EmptyState title={words.noneOfLabel} />
  if (filter) return <EmptyState title={words.none[filter].title} text={words.none[filter].text} />
  if (category !== 'all' || teammate) return <EmptyState title={words.nothing.title} text={words.nothing.text} />
  if (teammates?.every(({ is_personal_assistant }) => is_personal_assistant) && !isManager)
    return <EmptyState icon={<Inbox aria-hidden />} title={words.noAccess.title} text={words.noAccess.text} />
  return (
    <EmptyState icon={<Inbox aria-hidden />} title={words.nobody.title} text={words.nobody.text}>
      {isManager && (
        <Link to="/settings/webchat" className={buttonClass({ look: 'primary' })}>
          {words.nobody.action}
        </Link>
      )}
    </EmptyState>
  )
}
