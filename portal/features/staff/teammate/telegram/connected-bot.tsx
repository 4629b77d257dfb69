import { TriangleAlert } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import type { MsgrBot } from '#contracts/msgr-bots.ts'
import { formatWhen } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { AskFirst } from '../../../page-parts/ask-first.tsx'
import { BotLink } from './bot-link.tsx'
import { telegramMessages } from './messages.ts'
import { useDisconnectBot, useEnablePrivateChats, useReconnectBot } from './use-bot.ts'

type ConnectedBotProps = {
  state: MsgrBot
  bot: NonNullable<MsgrBot['bot']>
  employeeId: string
  readOnly: boolean
  link: Ref<HTMLAnchorElement>
  /** Takes another token where this one is accepted no more. */
  form: ReactNode
  /** Called before what changes what stands here. */
  onBegin: () => void
}

/** Which bot it is, what is wrong with it, and how it takes new chats. */
export function ConnectedBot({ state, bot, employeeId, readOnly, link, form, onBegin }: ConnectedBotProps) {
  const words = useMessages(telegramMessages)
  const language = useLanguage()
  const { status, connected_at, webhook_problem, webhook_error } = state
  const isActive = status === 'active'
  return (
    <div className="max-w-xl space-y-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line px-4 py-3">
        <div className="min-w-0 grow basis-40">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="min-w-0 text-sm font-medium break-words">{bot.name}</h3>
            <Badge tone={isActive ? 'positive' : 'warning'}>{isActive ? words.connected : words.invalid}</Badge>
          </div>
          <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted">
            <BotLink username={bot.username} ref={link} />
            {connected_at && <span>{words.since(formatWhen(connected_at, language))}</span>}
          </p>
        </div>
        {!readOnly && <Disconnect username={bot.username} employeeId={employeeId} onBegin={onBegin} />}
      </div>
      {!isActive && (
        <>
          <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
            {words.invalidText} {!readOnly && words.pasteAnother}
          </Notice>
          {!readOnly && form}
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
      <Access state={state} username={bot.username} employeeId={employeeId} readOnly={readOnly} />
    </div>
  )
}

type ActionProps = { employeeId: string; onBegin: () => void }

function Reconnect({ employeeId, onBegin }: ActionProps) {
  const words = useMessages(telegramMessages)
  const reconnect = useReconnectBot(employeeId)
  const run = () => {
    onBegin()
    reconnect.mutate()
  }
  return (
    <Button size="small" busy={reconnect.isPending} aria-label={words.actionOf(words.reconnect)} onClick={run}>
      {words.reconnect}
    </Button>
  )
}

function Disconnect({ username, employeeId, onBegin }: ActionProps & { username: string }) {
  const words = useMessages(telegramMessages)
  const [asking, setAsking] = useState(false)
  const disconnect = useDisconnectBot(employeeId)
  const work = () => {
    onBegin()
    return disconnect.mutateAsync()
  }
  return (
    <>
      <Button size="small" look="danger" aria-label={words.actionOf(words.disconnect)} onClick={() => setAsking(true)}>
        {words.disconnect}
      </Button>
      <AskFirst
        open={asking}
        onOpenChange={setAsking}
        title={words.disconnectTitle(`@${username}`)}
        text={words.disconnectText}
        action={words.disconnect}
        work={work}
        done={words.disconnected}
        failed={words.disconnectFailed}
      />
    </>
  )
}

type AccessProps = { state: MsgrBot; username: string; employeeId: string; readOnly: boolean }

/** Who may write to the bot; until that is decided it turns everybody away, which is said here first. */
function Access({ state, username, employeeId, readOnly }: AccessProps) {
  const words = useMessages(telegramMessages)
  const enable = useEnablePrivateChats(employeeId)
  const { enables_private_chats: isOpen, is_access_decided: isDecided } = state
  if (readOnly)
    return <p className="text-sm text-pretty text-muted">{isOpen ? words.privateChatsOn : words.privateChatsOff}</p>
  const saved = isDecided ? isOpen : null
  const chosen = enable.isPending ? enable.variables : saved
  return (
    <section aria-labelledby="telegram-access" className="space-y-2">
      <h3 id="telegram-access" className="text-sm font-medium">
        {words.access}
      </h3>
      {chosen === null && (
        <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
          {words.accessUndecided(`@${username}`)}
        </Notice>
      )}
      <Segmented
        label={words.access}
        value={chosen === null ? null : chosen ? 'anyone' : 'allowed'}
        choices={(['anyone', 'allowed'] as const).map((value) => ({ value, label: words.accessChoices[value] }))}
        onChange={(value) =>
          enable.mutate(value === 'anyone', { onError: (error) => showToast(sentenceOf(error, words.saveFailed)) })
        }
      />
      {chosen !== null && (
        <p className="text-xs text-pretty text-muted">{words.accessHints[chosen ? 'anyone' : 'allowed']}</p>
      )}
    </section>
  )
}
