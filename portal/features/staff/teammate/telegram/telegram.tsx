import { useEffect, useRef } from 'react'
import type { MsgrBot } from '#contracts/msgr-bots.ts'
import { chatPlatforms } from '#contracts/parties.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { Section } from '../../../../ui/section.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { WaitingForm } from '../../../page-parts/waiting.tsx'
import type { TabProps } from '../use-teammate-form.ts'
import { Chats } from './chats.tsx'
import { ConnectedBot } from './connected-bot.tsx'
import { LinkedAccount } from './linked-account.tsx'
import { telegramMessages } from './messages.ts'
import { Steps } from './steps.tsx'
import { TokenForm } from './token-form.tsx'
import { useBot } from './use-bot.ts'

type TelegramProps = Pick<TabProps, 'teammate' | 'readOnly'>

/** The teammate's own bot: how to get one, how it stands, and in which chats it answers. */
export function Telegram({ teammate, readOnly }: TelegramProps) {
  const words = useMessages(telegramMessages)
  const bot = useBot(teammate.id)
  const isAssistant = teammate.is_personal_assistant
  return (
    <Section title={chatPlatforms.msgr.label} text={isAssistant ? words.assistantText : words.text}>
      <div className="space-y-6">
        {isAssistant && <LinkedAccount />}
        {bot.data ? (
          <Bot bot={bot.data} employeeId={teammate.id} readOnly={readOnly} />
        ) : bot.isError ? (
          <LoadFailed title={words.failed} query={bot} />
        ) : (
          <WaitingForm />
        )}
      </div>
    </Section>
  )
}

type BotProps = { bot: MsgrBot; employeeId: string; readOnly: boolean }

function Bot({ bot, employeeId, readOnly }: BotProps) {
  const words = useMessages(telegramMessages)
  const { field, link, follow } = useFocus(bot)
  const form = (action: string) => <TokenForm employeeId={employeeId} action={action} field={field} onBegin={follow} />
  if (bot.status === 'disconnected' || !bot.bot)
    return readOnly ? (
      <p className="text-sm text-pretty text-muted">{words.noBot}</p>
    ) : (
      <div className="max-w-xl space-y-5">
        <Steps />
        {form(words.connect)}
      </div>
    )
  return (
    <>
      <ConnectedBot
        state={bot}
        bot={bot.bot}
        employeeId={employeeId}
        readOnly={readOnly}
        link={link}
        form={form(words.reconnect)}
        onBegin={follow}
      />
      <Chats employeeId={employeeId} readOnly={readOnly} />
    </>
  )
}

/** What was pressed goes away with what it changes: the focus goes on to what stands there then. */
function useFocus({ status, webhook_problem }: MsgrBot) {
  const field = useRef<HTMLInputElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const isFollowing = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is these changes that are followed
  useEffect(() => {
    if (isFollowing.current && document.activeElement === document.body)
      (status === 'active' ? link : field).current?.focus()
    isFollowing.current = false
  }, [status, webhook_problem])
  return { field, link, follow: () => (isFollowing.current = true) }
}
