import { TriangleAlert } from 'lucide-react'
import type { MsgrBot } from '#contracts/msgr-bots.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import { formatWhen } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Access } from '../bots/access.tsx'
import { BotCard } from '../bots/bot-card.tsx'
import { Chats } from '../bots/chats.tsx'
import { FirstChat } from '../bots/first-chat.tsx'
import { botMessages } from '../bots/messages.ts'
import { PlatformSection } from '../bots/platform-section.tsx'
import { PublicAddress } from '../bots/steps.tsx'
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
      setUp={({ webhook_url }, onBegin) => (
        <>
          <PublicAddress channel="msgr" address={webhook_url} />
          <Steps />
          <TokenForm employeeId={teammate.id} action={connect} onBegin={onBegin} />
        </>
      )}
    >
      {(bot, onBegin) => (
        <ConnectedBot
          bot={bot}
          employeeId={teammate.id}
          isAssistant={isAssistant}
          readOnly={readOnly}
          onBegin={onBegin}
        />
      )}
    </PlatformSection>
  )
}

type ConnectedBotProps = {
  bot: MsgrBot
  employeeId: string
  isAssistant: boolean
  readOnly: boolean
  onBegin: () => void
}

/** Which bot it is, what is wrong with it, and how it takes new chats. */
function ConnectedBot({ bot, employeeId, isAssistant, readOnly, onBegin }: ConnectedBotProps) {
  const words = useMessages(telegramMessages)
  const { reconnect } = useMessages(botMessages)
  const language = useLanguage()
  const { status, webhook_problem, webhook_error, waiting, bot: identity } = bot
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
            <div className="min-w-0 grow basis-52 space-y-1 break-words">
              <p>{words.webhookProblems[webhook_problem]}</p>
              {waiting && (
                <p>{words.waitingMessages(waiting.messages, formatWhen(waiting.last_failed_at, language))}</p>
              )}
              {webhook_error && <p>{words.telegramSays(webhook_error)}</p>}
            </div>
            {!readOnly && <Reconnect employeeId={employeeId} onBegin={onBegin} />}
          </div>
        </Notice>
      )}
      {isActive && !webhook_problem && (
        <FirstChat {...shared} state={bot} wait={words.waiting(name)} done={words.arrived} />
      )}
      {!isAssistant && <Access {...shared} state={bot} name={name} />}
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
