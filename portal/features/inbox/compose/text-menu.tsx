import { Link } from '@tanstack/react-router'
import { useMessages } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { CaretList } from '../../../ui/caret-list.tsx'
import { composeMessages } from './messages.ts'
import type { TextMenuState } from './use-text-menu.ts'

export function TextMenu({ menu }: { menu: TextMenuState }) {
  return (
    <CaretList
      label={menu.label}
      menu={menu}
      mark={({ person }) => person && <Avatar name={person.name} picture={person.picture} size="small" />}
    />
  )
}

/** Shown instead of the menu while there are no canned replies. */
export function NoCannedReplies() {
  const words = useMessages(composeMessages)
  return (
    <div
      role="status"
      className="absolute bottom-full left-0 z-20 mb-2 w-[min(24rem,100%)] rounded-xl border border-line bg-raised px-3.5 py-2.5 text-sm text-muted shadow-float"
    >
      {words.noCannedReplies}{' '}
      <Link
        to="/settings/inbox"
        // The field keeps the focus until the page is left.
        onMouseDown={(event) => event.preventDefault()}
        className="font-medium text-accent hover:underline"
      >
        {words.addCannedReply}
      </Link>
    </div>
  )
}
