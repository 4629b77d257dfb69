import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { whenReachable } from '../../lib/when-reachable.ts'
import { shellMessages } from './messages.ts'
import { useRooms } from './use-rooms.tsx'

const WaitingCount = lazy(() =>
  whenReachable(() => import('../inbox-counts/waiting-count.tsx')).then((module) => ({ default: module.WaitingCount })),
)

export function PrimaryNavigation() {
  const words = useMessages(shellMessages)
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <nav aria-label={words.rooms} className="shrink-0 px-2">
      <ul className="space-y-px">
        {useRooms().map(({ to, icon, label, also, hasWaiting }) => (
          <li key={to}>
            <Link
              to={to}
              {...(also && path.startsWith(also) && { 'aria-current': 'page' })}
              className="flex h-8 items-center gap-2.5 rounded-lg px-2 text-sm text-muted pointer-coarse:h-10 transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-ink [&_svg]:size-4"
            >
              {icon}
              {label}
              {hasWaiting && (
                <Suspense>
                  <WaitingCount />
                </Suspense>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
