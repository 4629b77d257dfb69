import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { chatMessages } from '../messages.ts'

const TeammatePopover = lazy(() =>
  whenReachable(() => import('./teammate-popover.tsx')).then((module) => ({ default: module.TeammatePopover })),
)

/** Who is talked to, and the way to all the others. */
export function TeammateSwitcher({ employeeId, teammate }: { employeeId: string; teammate: Teammate | undefined }) {
  const words = useMessages(chatMessages)
  const [wanted, setWanted] = useState(false)
  const name = teammate?.name ?? ''
  const button = (
    <button
      type="button"
      title={words.switchTeammate}
      aria-haspopup="dialog"
      onClick={() => setWanted(true)}
      className="flex h-10 min-w-0 shrink-0 items-center gap-2 rounded-lg px-1.5 transition-colors hover:bg-hover data-[state=open]:bg-hover max-md:gap-1"
    >
      <Avatar name={name} size="small" />
      <span className="max-w-48 truncate text-sm font-semibold max-md:sr-only">{name || '\u00a0'}</span>
      <span className="sr-only">{words.switchTeammate}</span>
      <span className="sr-only">{words.switchTeammate}</span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
    </button>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <TeammatePopover trigger={button} employeeId={employeeId} />
    </Suspense>
  )
}
