import { ExternalLink } from 'lucide-react'
import { useMessages } from '../../../../lib/i18n.ts'
import { botMessages } from '../bots/messages.ts'

/** To a bot on Telegram, where one can write to it. */
export function BotLink({ username }: { username: string }) {
  const words = useMessages(botMessages)
  const name = `@${username}`
  return (
    <a
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
