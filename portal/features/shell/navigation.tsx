import { Menu, PanelLeft } from 'lucide-react'
import { createContext, useContext } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { shellMessages } from './messages.ts'

export const Navigation = createContext({ isOpen: true, toggle: () => {} })

/** Shown at the start of a page's header while the rail is hidden: for want of room, or because it was put away. */
export function NavigationButton() {
  const { isOpen, toggle } = useContext(Navigation)
  const words = useMessages(shellMessages)
  return (
    <>
      <IconButton label={words.openNavigation} onClick={toggle} className="size-10! md:hidden">
        <Menu aria-hidden />
      </IconButton>
      {!isOpen && (
        <IconButton label={words.showNavigation} onClick={toggle} className="max-md:hidden">
          <PanelLeft aria-hidden />
        </IconButton>
      )}
    </>
  )
}

/** At the top of the rail: puts it away. */
export function HideNavigationButton() {
  const { toggle } = useContext(Navigation)
  const words = useMessages(shellMessages)
  return (
    <IconButton label={words.hideNavigation} onClick={toggle} className="max-md:hidden">
      <PanelLeft aria-hidden />
    </IconButton>
  )
}
