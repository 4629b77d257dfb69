import { TriangleAlert } from 'lucide-react'
import type { MsgrBot } from '#contracts/msgr-bots.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Access } from '../bots/access.tsx'
import { BotCard } from '../bots/bot-card.tsx'
import { Chats } from '../bots/chats.tsx'
import { FirstChat } from '../bots/first-chat.tsx'
import { botMessages } from '../bots/messages.ts'
import { PlatformSection } from '../bots/platform-section.tsx'
import type { TabProps } from '../use-teammate-form.ts'
import { BotLink } from './bot-link.tsx'
import { LinkedAccount } from './linked-account.tsx'
import { telegramMessages } from './messages.ts'
import { Steps } from './steps.tsx'
import { TokenForm } from './token-form.tsx'
import { telegramApi, useReconnectBot } from './use-bot.ts'

type TelegramProps = Pick<TabProps, 'teammate' | 'readOnly'>

/** The teammate's own bot: how to get one, whether it works, and in which chats it answers. */
export function Telegram({ teammate, readOnly }: TelegramProps) {
  const words = useMessages(telegramMessages)
  const { connect } = useMessages(botMessages)
  const isAssistant = teammate.is_personal_assistant
  return (
    <PlatformSection
      api={telegramApi}
      text={isAssistant ? words.assistantText : words.text}
      notice={isAssistant && <LinkedAccount />}
      employeeId={teammate.id}
      readOnly={readOnly}
      setUp={(_bot, onBegin) => (
        <>
          <Steps />
          <TokenForm employeeId={teammate.id} action={connect} onBegin={onBegin} />
        </>
      )}
    >
      {(bot, onBegin) => <ConnectedBot bot={bot} employeeId={teammate.id} readOnly={readOnly} onBegin={onBegin} />}
    </PlatformSection>
  )
}

type ConnectedBotProps = { bot: MsgrBot; employeeId: string; readOnly: boolean; onBegin: () => void }

/** Which bot it is, what is wrong with it, and how it takes new chats. */
function ConnectedBot({ bot, employeeId, readOnly, onBegin }: ConnectedBotProps) {
  const words = useMessages(telegramMessages)
  const { reconnect } = useMessages(botMessages)
  const { status, webhook_problem, webhook_error, bot: identity } = bot
  if (!identity) return null
  const isActive = status === 'active'
  const shared = { api: telegramApi, employeeId, readOnly }
  const name = `@${identity.username}`
  return (
    <div className="max-w-xl space-y-5">
      <BotCard
        {...shared}
        state={bot}
        title={identity.name}
        place={<BotLink username={identity.username} />}
        hasProblem={webhook_problem !== null}
        name={name}
        onBegin={onBegin}
      />
      {!isActive && (
        <>
          <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
            {words.invalidText} {!readOnly && words.pasteAnother}
          </Notice>
          {!readOnly && <TokenForm employeeId={employeeId} action={reconnect} onBegin={onBegin} />}
        </>
      )}
      {isActive && webhook_problem && (
        <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 grow basis-52 break-words">
              {words.webhookProblems[webhook_problem]} {webhook_error}
            </p>
            {!readOnly && <Reconnect employeeId={employeeId} onBegin={onBegin} />}
          </div>
        </Notice>
      )}
      {isActive && !webhook_problem && (
        <FirstChat {...shared} state={bot} wait={words.waiting(name)} done={words.arrived} />
      )}
      <Access {...shared} state={bot} name={name} />
      <Chats {...shared} hint={words.mentionsOnly} />
    </div>
  )
}

function Reconnect({ employeeId, onBegin }: { employeeId: string; onBegin: () => void }) {
  const words = useMessages(botMessages)
  const reconnect = useReconnectBot(employeeId)
  const run = () => {
    onBegin()
    reconnect.mutate()
  }
  const label = words.actionOf(words.reconnect, chatPlatforms.msgr.label)
  return (
    <Button size="small" busy={reconnect.isPending} aria-label={label} onClick={run}>
      {words.reconnect}
    </Button>
  )
}
