import { useMessages } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { presenceMessages } from './messages.ts'
import { useColleaguesIn } from './use-presence.ts'

const MAX_AVATARS = 3

/** The faces of the colleagues who have a conversation open. */
export function ViewerAvatars({ conversationId }: { conversationId: string }) {
  const words = useMessages(presenceMessages)
  const colleagues = useColleaguesIn(conversationId)
  if (colleagues.length === 0) return null
  const description = colleagues
    .map(({ name, isTyping }) => (isTyping ? words.typing(name) : words.looks(name)))
    .join(' ')
  return (
    <span title={description} className="-my-1 flex shrink-0 items-center self-center">
      <span className="sr-only">{description}</span>
      {colleagues.slice(0, MAX_AVATARS).map(({ id, name, picture, isTyping }) => (
        <span
          key={id}
          className={classNames('-ml-1 rounded-full ring-2 first:ml-0', isTyping ? 'ring-accent' : 'ring-surface')}
        >
          <Avatar name={name} picture={picture} size="tiny" />
        </span>
      ))}
      {colleagues.length > MAX_AVATARS && (
        <span aria-hidden className="pl-1 text-2xs text-faint tabular-nums">
          +{colleagues.length - MAX_AVATARS}
        </span>
      )}
    </span>
  )
}
