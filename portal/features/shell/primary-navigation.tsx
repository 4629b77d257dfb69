import { Link } from '@tanstack/react-router'
import { MessageSquare, Server, Settings, Users } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { shellMessages } from './messages.ts'

/** The portal's rooms, as far as this person may enter them. */
export function PrimaryNavigation() {
  const words = useMessages(shellMessages)
  const { user } = useSession()
  return (
    <nav aria-label={words.rooms} className="shrink-0 px-2">
      <ul className="space-y-px">
        <Room to="/" icon={<MessageSquare aria-hidden />}>
          {words.chat}
        </Room>
        <Room to="/staff" icon={<Users aria-hidden />}>
          {words.staff}
        </Room>
        <Room to="/settings" icon={<Settings aria-hidden />}>
          {words.settings}
        </Room>
        {user.is_admin && (
          <Room to="/admin" icon={<Server aria-hidden />}>
            {words.administration}
          </Room>
        )}
      </ul>
    </nav>
  )
}

function Room({ to, icon, children }: { to: ComponentProps<typeof Link>['to']; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-8 items-center gap-2.5 rounded-lg px-2 text-sm text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-ink [&_svg]:size-4"
      >
        {icon}
        {children}
      </Link>
    </li>
  )
}
