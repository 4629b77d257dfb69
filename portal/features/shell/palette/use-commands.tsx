import { useNavigate } from '@tanstack/react-router'
import { Keyboard, LogOut, Monitor, Moon, Settings, SquarePen, Sun, Trash2 } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { useIsManager, useSession } from '../../../lib/session.ts'
import { type Theme, theme } from '../../../lib/theme.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { newChat } from '../../chat/thread/new-chat.ts'
import { useDefaultTeammate } from '../../chat/use-default-teammate.ts'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { shellMessages } from '../messages.ts'
import { useLogOut } from '../use-log-out.ts'
import { useRooms } from '../use-rooms.tsx'
import type { Command } from './command.ts'
import { paletteMessages } from './messages.ts'
import { useChatCommands } from './use-chat-commands.tsx'
import { useFileCommands } from './use-file-commands.tsx'

/** What the palette offers, in the order in which it shows it: what the server finds comes late, and moves nothing. */
export function useCommands(wanted: string, onKeys: () => void): Command[] {
  const chats = useChatCommands(wanted)
  const files = useFileCommands(wanted)
  const known = [...useTeammateCommands(), ...usePageCommands(), ...useSettingsCommands(), ...useActions(onKeys)]
  return wanted.trim() === '' ? [...chats, ...known, ...files] : [...known, ...chats, ...files]
}

function usePageCommands(): Command[] {
  const words = useMessages(paletteMessages)
  const navigate = useNavigate()
  return useRooms().map(({ to, icon, label }) => ({
    id: `page-${to}`,
    group: words.groups.pages,
    label,
    icon,
    run: () => navigate({ to }),
  }))
}

/** The parts of the settings and the trash, which the navigation does not show. */
function useSettingsCommands(): Command[] {
  const words = useMessages(paletteMessages)
  const isManager = useIsManager()
  const { user } = useSession()
  const navigate = useNavigate()
  const pages = [
    { to: '/settings/organization', label: words.settings.organization },
    { to: '/settings/variables', label: words.settings.variables },
    ...(isManager
      ? ([
          { to: '/settings/webchat', label: words.settings.webchat },
          { to: '/settings/spending', label: words.settings.spending },
          { to: '/settings/vendors', label: words.settings.vendors },
          { to: '/settings/keys', label: words.settings.keys },
          { to: '/settings/access-groups', label: words.settings.accessGroups },
          { to: '/settings/audit-log', label: words.settings.auditLog },
          { to: '/usage', label: words.settings.usage },
        ] as const)
      : []),
    ...(user.is_admin
      ? ([
          { to: '/admin/models', label: words.catalog.models },
          { to: '/admin/voices', label: words.catalog.voices },
          { to: '/admin/defaults', label: words.catalog.defaults },
        ] as const)
      : []),
  ] as const
  const settings = pages.map(
    ({ to, label }): Command => ({
      id: `page-${to}`,
      group: words.groups.pages,
      label,
      icon: <Settings aria-hidden />,
      run: () => navigate({ to }),
    }),
  )
  const openTrash = () => navigate({ to: '/storage', search: { view: 'trash' } })
  const trash = { id: 'page-trash', group: words.groups.pages, label: words.trash, icon: <Trash2 aria-hidden /> }
  return [...settings, { ...trash, run: openTrash }]
}

function useTeammateCommands(): Command[] {
  const words = useMessages(paletteMessages)
  const navigate = useNavigate()
  const { data: teammates = [] } = useTeammates()
  return teammates.map(({ id, name, role }) => ({
    id: `teammate-${id}`,
    group: words.groups.teammates,
    label: words.chatWith(name),
    keywords: role,
    icon: <Avatar name={name} size="small" />,
    note: role,
    run: () => navigate({ to: '/chat/$employeeId', params: { employeeId: id } }),
  }))
}

function useActions(onKeys: () => void): Command[] {
  const words = useMessages(paletteMessages)
  const shell = useMessages(shellMessages)
  const logOut = useLogOut()
  const navigate = useNavigate()
  const teammate = useDefaultTeammate()
  const startChat = ({ id }: { id: string }) =>
    navigate({ to: '/chat/$employeeId', params: { employeeId: id }, search: { conversation: newChat } })
  const dress = (id: Theme, label: string, icon: Command['icon']): Command => {
    return { id: `theme-${id}`, group: words.groups.actions, label, icon, run: () => theme.set(id) }
  }
  const start: Command[] = teammate
    ? [
        {
          id: 'new-chat',
          group: words.groups.actions,
          label: words.newChat,
          icon: <SquarePen aria-hidden />,
          note: teammate.name,
          run: () => startChat(teammate),
        },
      ]
    : []
  return [
    ...start,
    dress('light', words.lightTheme, <Sun aria-hidden />),
    dress('dark', words.darkTheme, <Moon aria-hidden />),
    dress('system', words.systemTheme, <Monitor aria-hidden />),
    {
      id: 'keys',
      group: words.groups.actions,
      label: words.keys,
      icon: <Keyboard aria-hidden />,
      note: <Kbd keys="?" />,
      run: onKeys,
    },
    { id: 'log-out', group: words.groups.actions, label: shell.logOut, icon: <LogOut aria-hidden />, run: logOut },
  ]
}
