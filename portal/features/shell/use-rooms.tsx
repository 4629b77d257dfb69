import type { Link } from '@tanstack/react-router'
import { Contact, Files, Inbox, MessageSquare, ScrollText, Server, Settings, Users, Workflow } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { useIsManager, useSession } from '../../lib/session.ts'
import { shellMessages } from './messages.ts'

export type Room = {
  to: NonNullable<ComponentProps<typeof Link>['to']>
  icon: ReactNode
  label: string
  /** Where else one is in it. */
  also?: string
  hasWaiting?: true
}

/** The portal's pages, as far as this person may enter them. */
export function useRooms(): Room[] {
  const words = useMessages(shellMessages)
  const { user } = useSession()
  const isManager = useIsManager()
  const rooms: Room[] = [
    { to: '/', icon: <MessageSquare aria-hidden />, label: words.chat, also: '/chat/' },
    { to: '/inbox', icon: <Inbox aria-hidden />, label: words.inbox, hasWaiting: true },
    { to: '/contacts', icon: <Contact aria-hidden />, label: words.contacts },
    { to: '/storage', icon: <Files aria-hidden />, label: words.storage },
    { to: '/staff', icon: <Users aria-hidden />, label: words.staff },
    ...(isManager ? runRooms(words) : []),
    { to: '/settings', icon: <Settings aria-hidden />, label: words.settings },
  ]
  if (user.is_admin) rooms.push({ to: '/admin', icon: <Server aria-hidden />, label: words.administration })
  return rooms
}

const runRooms = (words: typeof shellMessages.en): Room[] => [
  { to: '/workflows', icon: <Workflow aria-hidden />, label: words.workflows },
  { to: '/logs', icon: <ScrollText aria-hidden />, label: words.logs, also: '/usage' },
]
