import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import type { BotApi, BotState } from './bot-api.ts'
import { botMessages } from './messages.ts'
import { useEnablePrivateChats } from './use-bot.ts'

type AccessProps<Bot extends BotState> = {
  api: BotApi<Bot>
  state: Bot
  /** What people see as its name. */
  name: string
  employeeId: string
  readOnly: boolean
}

/** Who may write to the bot; until that is decided it turns everyone away, which comes first here. */
export function Access<Bot extends BotState>({ api, state, name, employeeId, readOnly }: AccessProps<Bot>) {
  const words = useMessages(botMessages)
  const title = useId()
  const enable = useEnablePrivateChats(api, employeeId)
  const { enables_private_chats: isOpen, is_access_decided: isDecided } = state
  if (readOnly)
    return <p className="text-sm text-pretty text-muted">{isOpen ? words.privateChatsOn : words.privateChatsOff}</p>
  const saved = isDecided ? isOpen : null
  const chosen = enable.isPending ? enable.variables : saved
  return (
    <section aria-labelledby={title} className="space-y-2">
      <h3 id={title} className="text-sm font-medium">
        {words.access}
      </h3>
      {chosen === null && (
        <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
          {words.accessUndecided(name)}
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
