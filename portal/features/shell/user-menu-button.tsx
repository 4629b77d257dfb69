import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { shellMessages } from './messages.ts'

/** Shown at once; what it opens comes a moment later. */
export function UserMenuButton(props: ComponentProps<'button'>) {
  const { user } = useSession()
  const words = useMessages(shellMessages)
  const name = user.name ?? user.email
  return (
    <button
      type="button"
      {...props}
      className="flex w-full min-w-0 items-center gap-2.5 rounded-lg px-2 py-1.5 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover"
    >
      <Avatar name={name} picture={user.picture} />
      <span className="min-w-0 grow leading-tight">
        <span className="sr-only">{words.account}</span>
        <span className="block truncate text-xs font-medium">{name}</span>
        {user.name && <span className="block truncate text-2xs text-faint">{user.email}</span>}
      </span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
    </button>
  )
}
