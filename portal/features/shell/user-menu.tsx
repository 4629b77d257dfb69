import { Keyboard, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { useHasKeyboard } from '../../lib/media.ts'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { shellMessages } from './messages.ts'
import { Organizations } from './organizations.tsx'
import { showOverlay } from './palette/overlay.ts'
import { Preferences } from './preferences.tsx'
import { useLogOut } from './use-log-out.ts'

export function UserMenu({ trigger }: { trigger: ReactNode }) {
  const words = useMessages(shellMessages)
  const logOut = useLogOut()
  const hasKeyboard = useHasKeyboard()
  return (
    <Menu trigger={trigger} defaultOpen>
      <Organizations />
      <Preferences />
      <MenuSeparator />
      {hasKeyboard && (
        <MenuItem icon={<Keyboard aria-hidden />} onSelect={() => showOverlay('keys')}>
          {words.keys}
        </MenuItem>
      )}
      <MenuItem icon={<LogOut aria-hidden />} onSelect={logOut}>
        {words.logOut}
      </MenuItem>
    </Menu>
  )
}
