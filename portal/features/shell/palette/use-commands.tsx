import { useNavigate } from '@tanstack/react-router'
import { Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { type Theme, theme } from '../../../lib/theme.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { shellMessages } from '../messages.ts'
import { useLogOut } from '../use-log-out.ts'
import { useRooms } from '../use-rooms.tsx'
import type { Command } from './command.ts'
import { paletteMessages } from './messages.ts'
import { useChatCommands } from './use-chat-commands.tsx'

/** What the palette offers, in the order in which it shows it. */
export function useCommands(wanted: string, onKeys: () => void): Command[] {
  return [...useChatCommands(wanted), ...useTeammateCommands(), ...usePageCommands(), ...useActions(onKeys)]
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
  const dress = (id: Theme, label: string, icon: Command['icon']): Command => {
    return { id: `theme-${id}`, group: words.groups.actions, label, icon, run: () => theme.set(id) }
  }
  return [
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
