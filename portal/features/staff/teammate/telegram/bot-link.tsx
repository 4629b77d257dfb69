import { ExternalLink } from 'lucide-react'
import type { Ref } from 'react'
import { useMessages } from '../../../../lib/i18n.ts'
import { telegramMessages } from './messages.ts'

/** To a bot on Telegram, where one can write to it. */
export function BotLink({ username, ref }: { username: string; ref?: Ref<HTMLAnchorElement> }) {
  const words = useMessages(telegramMessages)
  const name = `@${username}`
  return (
    <a
      ref={ref}
      href={`https://t.me/${username}`}
      target="_blank"
      rel="noreferrer"
      aria-label={words.newTab(name)}
      className="font-medium break-all text-accent hover:underline"
    >
      {name}
      <ExternalLink aria-hidden className="mb-0.5 ml-1 inline size-3" />
    </a>
  )
}
