import { AtSign } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import type { InboxLocation } from '../use-inbox-location.ts'
import { noteMessages } from './messages.ts'
import { useMentions } from './use-mentions.ts'

/** To where one is mentioned, and from there back to the conversations. */
export function MentionsButton({ location }: { location: InboxLocation }) {
  const words = useMessages(noteMessages)
  const unread = useMentions().data?.unread ?? 0
  const isShown = location.isMentions
  const label = unread > 0 ? `${words.mentions}, ${words.unread(unread)}` : words.mentions
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isShown}
      onClick={() => location.go({ view: isShown ? undefined : 'mentions' })}
      className="ml-auto inline-flex h-8 min-w-8 items-center justify-center gap-1.5 rounded-lg px-2 text-muted transition-colors hover:bg-hover hover:text-ink aria-pressed:bg-selected aria-pressed:text-ink pointer-coarse:h-10 pointer-coarse:min-w-10"
    >
      <AtSign aria-hidden className="size-4" />
      {unread > 0 && (
        <span
          aria-hidden
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-2xs font-semibold text-on-accent tabular-nums"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </button>
  )
}
