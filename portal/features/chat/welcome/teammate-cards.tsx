import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { newChat } from '../thread/new-chat.ts'
import { welcomeMessages } from './messages.ts'

const maxVisible = 5
const cardClass =
  'flex h-full min-h-14 items-center gap-3 rounded-xl border border-line px-3 md:px-3.5 py-2.5 text-left transition-colors hover:border-line-strong hover:bg-hover'

/** Who else can be talked to. */
export function TeammateCards({ besides }: { besides: string }) {
  const words = useMessages(welcomeMessages)
  const { data: teammates = [] } = useTeammates()
  const others = teammates.filter(({ id }) => id !== besides)
  if (others.length === 0) return null
  return (
    <nav aria-labelledby="other-teammates" className="w-full">
      <h3 id="other-teammates" className="mb-2 text-xs font-medium text-muted">
        {words.others}
      </h3>
      <ul className="grid grid-cols-2 gap-2 md:grid-cols-3">
        {others.slice(0, maxVisible).map((teammate) => (
          <li key={teammate.id} className="min-w-0">
            <Card teammate={teammate} />
          </li>
        ))}
        {others.length > maxVisible && (
          <li>
            <Link to="/staff" className={`${cardClass} text-sm font-medium text-muted`}>
              <span className="grow">{words.all}</span>
              <ArrowRight aria-hidden className="size-4" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}

function Card({ teammate: { id, name, role, is_personal_assistant } }: { teammate: Teammate }) {
  const words = useMessages(welcomeMessages)
  return (
    <Link to="/chat/$employeeId" params={{ employeeId: id }} search={{ conversation: newChat }} className={cardClass}>
      <Avatar name={name} />
      <span className="min-w-0 leading-tight">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="block truncate text-xs text-muted">{is_personal_assistant ? words.assistant : role}</span>
      </span>
    </Link>
  )
}
