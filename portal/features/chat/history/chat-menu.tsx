import { Copy, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { historyMessages } from './messages.ts'

type ChatMenuProps = {
  trigger: ReactNode
  onRename: () => void
  onDelete: () => void
  onCopy?: (() => void) | undefined
}

export function ChatMenu({ trigger, onRename, onDelete, onCopy }: ChatMenuProps) {
  const words = useMessages(historyMessages)
  const isRenaming = useRef(false)
  const closed = (event: Event) => {
    if (!isRenaming.current) return
    isRenaming.current = false
    // The field of the title has the focus from here on; giving it back would end the renaming.
    event.preventDefault()
    onRename()
  }
  return (
    <Menu trigger={trigger} defaultOpen align="end" onCloseFocus={closed}>
      <MenuItem
        icon={<Pencil aria-hidden />}
        onSelect={() => {
          isRenaming.current = true
        }}
      >
        {words.rename}
      </MenuItem>
      {onCopy && (
        <MenuItem icon={<Copy aria-hidden />} onSelect={onCopy}>
          {words.copyChat}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={onDelete}>
        {words.delete}
      </MenuItem>
    </Menu>
  )
}
