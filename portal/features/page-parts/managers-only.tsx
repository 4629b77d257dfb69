import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { useIsManager } from '../../lib/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { partMessages } from './messages.ts'

/** A member who follows a link here reads whom to ask, rather than an error of the server. */
export function ManagersOnly({ children }: { children: ReactNode }) {
  const words = useMessages(partMessages)
  if (useIsManager()) return children
  return <EmptyState icon={<ShieldAlert aria-hidden />} title={words.adminsOnly} text={words.adminsOnlyText} />
}
