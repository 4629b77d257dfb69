import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { chatMessages } from '../messages.ts'

/** Who one is about to talk to. */
export function Welcome({ teammate }: { teammate: Teammate | undefined }) {
  const words = useMessages(chatMessages)
  if (!teammate) return <div className="grow" />
  const { name, role, description } = teammate
  return (
    <div className="flex min-h-0 grow overflow-y-auto">
      <div className="m-auto flex max-w-md animate-[fade_200ms] flex-col items-center px-6 py-8 text-center">
        <Avatar name={name} size="large" />
        <h2 className="mt-4 text-lg font-semibold tracking-tight text-balance">{name}</h2>
        {role && <p className="mt-0.5 text-sm text-muted">{role}</p>}
        <p className="mt-3 line-clamp-4 text-sm text-pretty text-muted">{description || words.emptyText}</p>
      </div>
    </div>
  )
}
