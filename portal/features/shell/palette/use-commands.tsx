import { useNavigate } from '@tanstack/react-router'
import { Keyboard, LogOut, Monitor, Moon, PanelTop, SquarePen, Sun, Trash2 } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { useHasKeyboard } from '../../../lib/media.ts'
import { useIsManager, useSession } from '../../../lib/session.ts'
import { type Theme, theme } from '../../../lib/theme.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { useCatalogParts } from '../../catalog/use-catalog-parts.ts'
import { newChat } from '../../chat/thread/new-chat.ts'
import { useDefaultTeammate } from '../../chat/use-default-teammate.ts'
import { useLogsParts } from '../../logs/use-logs-parts.ts'
import { useSettingsParts } from '../../settings/use-settings-parts.ts'
import { useStaffParts } from '../../staff/use-staff-parts.ts'
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
  const known = [...useTeammateCommands(), ...usePageCommands(), ...usePartCommands(), ...useActions(onKeys)]
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

/** The parts of pages, which are their tabs, and the trash: the navigation shows neither. */
function usePartCommands(): Command[] {
  const words = useMessages(paletteMessages)
  const isManager = useIsManager()
  const { user } = useSession()
  const navigate = useNavigate()
  const staff = useStaffParts()
  const settings = useSettingsParts()
  const logs = useLogsParts()
  const catalog = useCatalogParts()
  const pages = [staff, settings, ...(isManager ? [logs] : []), ...(user.is_admin ? [catalog] : [])]
  const parts = pages.flatMap(({ title, parts }) =>
    parts.map(
      ({ to, label }): Command => ({
        id: `part-${to}`,
        group: words.groups.pages,
        label: `${title}: ${label}`,
        icon: <PanelTop aria-hidden />,
        run: () => navigate({ to }),
      }),
    ),
  )
  const openTrash = () => navigate({ to: '/storage', search: { view: 'trash' } })
  const trash = { id: 'page-trash', group: words.groups.pages, label: words.trash, icon: <Trash2 aria-hidden /> }
  return [...parts, { ...trash, run: openTrash }]
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
  const hasKeyboard = useHasKeyboard()
  const keys: Command = {
    id: 'keys',
    group: words.groups.actions,
    label: words.keys,
    icon: <Keyboard aria-hidden />,
    note: <Kbd keys="?" />,
    run: onKeys,
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
    ...(hasKeyboard ? [keys] : []),
    { id: 'log-out', group: words.groups.actions, label: shell.logOut, icon: <LogOut aria-hidden />, run: logOut },
  ]
}
