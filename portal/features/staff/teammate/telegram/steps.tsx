import { useMessages } from '../../../../lib/i18n.ts'
import { botMessages } from '../bots/messages.ts'
import { BotLink } from './bot-link.tsx'
import { telegramMessages } from './messages.ts'

/** How one gets a bot and its token. */
export function Steps() {
  const words = useMessages(telegramMessages)
  const { steps } = useMessages(botMessages)
  return (
    <ol aria-label={steps} className="list-decimal space-y-1.5 pl-5 text-sm marker:text-muted">
      <li className="pl-1">
        {words.stepOpen.before}
        <BotLink username="BotFather" />
        {words.stepOpen.after}
      </li>
      <li className="pl-1">
        {words.stepSend.before}
        <code className="font-mono text-xs">/newbot</code>
        {words.stepSend.after}
      </li>
      <li className="pl-1">{words.stepPaste}</li>
    </ol>
  )
}
