import { ChevronsUpDown } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { whenReachable } from '../../lib/when-reachable.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { shellMessages } from './messages.ts'

const UserMenu = lazy(() =>
  whenReachable(() => import('./user-menu.tsx')).then((module) => ({ default: module.UserMenu })),
)

/** Shown at once; the menu is fetched when it is opened for the first time. */
export function UserMenuButton() {
  const [wanted, setWanted] = useState(false)
  const button = <AccountButton onClick={() => setWanted(true)} />
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <UserMenu trigger={<AccountButton />} />
    </Suspense>
  )
}

function AccountButton(props: ComponentProps<'button'>) {
  const { user } = useSession()
  const words = useMessages(shellMessages)
  const name = user.name ?? user.email
  return (
    <button
      type="button"
      aria-haspopup="menu"
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
