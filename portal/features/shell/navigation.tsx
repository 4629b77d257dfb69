import { Menu } from 'lucide-react'
import { createContext, useContext } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { shellMessages } from './messages.ts'

export const OpenNavigation = createContext<() => void>(() => {})

/** Stands at the start of a page's header where the rail is hidden for want of room. */
export function NavigationButton() {
  const open = useContext(OpenNavigation)
  const words = useMessages(shellMessages)
  return (
    <IconButton label={words.openNavigation} onClick={open} className="md:hidden">
      <Menu aria-hidden />
    </IconButton>
  )
}
