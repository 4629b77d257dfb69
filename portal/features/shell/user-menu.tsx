import { LogOut } from 'lucide-react'
import { useMessages } from '../../lib/i18n.ts'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { shellMessages } from './messages.ts'
import { Preferences } from './preferences.tsx'
import { useLogOut } from './use-log-out.ts'
import { UserMenuButton } from './user-menu-button.tsx'

export function UserMenu() {
  const words = useMessages(shellMessages)
  const logOut = useLogOut()
  return (
    <Menu trigger={<UserMenuButton />}>
      <Preferences />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={logOut}>
        {words.logOut}
      </MenuItem>
    </Menu>
  )
}
