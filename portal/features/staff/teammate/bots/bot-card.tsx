import { type ReactNode, useState } from 'react'
import { chatPlatforms } from '#contracts/parties.ts'
import { formatWhen } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { AskFirst } from '../../../page-parts/ask-first.tsx'
import type { BotApi, BotState } from './bot-api.ts'
import { botMessages } from './messages.ts'
import { useDisconnectBot } from './use-bot.ts'

type BotCardProps<Bot extends BotState> = {
  api: BotApi<Bot>
  state: Bot
  title: string
  /** Under the title: where it is found, or to which workspace it belongs. */
  place: ReactNode
  /** As the question before disconnecting calls it. */
  name: string
  /** It does not work as it should, though the platform accepts it. */
  hasProblem?: boolean
  employeeId: string
  readOnly: boolean
  /** Called before what changes what is shown here. */
  onBegin: () => void
}

/** Which bot it is, whether it works, and the way out. */
export function BotCard<Bot extends BotState>({
  api,
  state,
  title,
  place,
  name,
  hasProblem = false,
  ...props
}: BotCardProps<Bot>) {
  const words = useMessages(botMessages)
  const language = useLanguage()
  const { status, connected_at } = state
  const isWorking = status === 'active' && !hasProblem
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line px-4 py-3">
      <div className="min-w-0 grow basis-40">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="min-w-0 text-sm font-medium break-words">{title}</h3>
          <Badge tone={isWorking ? 'positive' : 'warning'}>{isWorking ? words.connected : words.invalid}</Badge>
        </div>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted">
          {place}
          {connected_at && <span>{words.since(formatWhen(connected_at, language))}</span>}
        </p>
      </div>
      {!props.readOnly && <Disconnect api={api} name={name} employeeId={props.employeeId} onBegin={props.onBegin} />}
    </div>
  )
}

type DisconnectProps<Bot extends BotState> = Pick<BotCardProps<Bot>, 'api' | 'name' | 'employeeId' | 'onBegin'>

function Disconnect<Bot extends BotState>({ api, name, employeeId, onBegin }: DisconnectProps<Bot>) {
  const words = useMessages(botMessages)
  const [asking, setAsking] = useState(false)
  const disconnect = useDisconnectBot(api, employeeId)
  const platform = chatPlatforms[api.channel].label
  const work = () => {
    onBegin()
    return disconnect.mutateAsync()
  }
  return (
    <>
      <Button
        size="small"
        look="danger"
        aria-haspopup="dialog"
        aria-label={words.actionOf(words.disconnect, platform)}
        onClick={() => setAsking(true)}
      >
        {words.disconnect}
      </Button>
      <AskFirst
        open={asking}
        onOpenChange={setAsking}
        title={words.disconnectTitle(name, platform)}
        text={words.disconnectText(platform)}
        action={words.disconnect}
        work={work}
        done={words.disconnected(platform)}
        failed={words.disconnectFailed}
      />
    </>
  )
}
