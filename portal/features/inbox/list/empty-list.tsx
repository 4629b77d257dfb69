import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { useIsManager } from '../../../lib/session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useEntryPoints } from '../../settings/webchat/use-webchat.ts'
import { accessMessages } from '../../teammates/access/messages.ts'
import { useMissingAccess } from '../../teammates/access/use-missing-access.ts'
import { inboxMessages } from '../messages.ts'
import type { ListScope } from './inbox-list.ts'

/** Why there is nothing, and how something gets here. */
export function EmptyList({ scope }: { scope: ListScope }) {
  const words = useMessages(inboxMessages)
  const isManager = useIsManager()
  const { data: entryPoints } = useEntryPoints({ enabled: isManager })
  const access = useMessages(accessMessages)
  const missingAccess = useMissingAccess()
  const { filter, category, teammate, label } = scope
  if (label) return <EmptyState title={words.noneOfLabel} />
  if (filter) return <EmptyState title={words.none[filter].title} text={words.none[filter].text} />
  if (category !== 'all' || teammate) return <EmptyState title={words.nothing.title} text={words.nothing.text} />
  if (missingAccess) return <EmptyState icon={<Inbox aria-hidden />} title={access.title} text={missingAccess} />
  const isSetUp = (entryPoints?.data.length ?? 0) > 0
  return (
    <EmptyState
      icon={<Inbox aria-hidden />}
      title={words.nobody.title}
      text={isManager && !isSetUp ? words.nobody.text : words.nobody.textSetUp}
    >
      {isManager && (
        <Link to="/settings/webchat" className={buttonClass({ look: isSetUp ? 'secondary' : 'primary' })}>
          {isSetUp ? words.nobody.actionSetUp : words.nobody.action}
        </Link>
      )}
    </EmptyState>
  )
}
