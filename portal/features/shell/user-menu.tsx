import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { shellMessages } from './messages.ts'
import { Preferences } from './preferences.tsx'
import { useLogOut } from './use-log-out.ts'

export function UserMenu({ trigger }: { trigger: ReactNode }) {
  const words = useMessages(shellMessages)
  const logOut = useLogOut()
  return (
    <Menu trigger={trigger} defaultOpen>
      <Preferences />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={logOut}>
        {words.logOut}
      </MenuItem>
    </Menu>
  )
}
