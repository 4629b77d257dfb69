import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { chatPlatforms } from '#contracts/parties.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Section } from '../../../../ui/section.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import type { BotApi, BotState } from './bot-api.ts'
import { botMessages } from './messages.ts'
import { useBot } from './use-bot.ts'

type PlatformSectionProps<Bot extends BotState> = {
  api: BotApi<Bot>
  /** What people can do there. */
  text: string
  /** Above everything, connected or not. */
  notice?: ReactNode
  employeeId: string
  readOnly: boolean
  /** How one connects a bot. `onBegin` is called before something that changes what is shown. */
  setUp: (bot: Bot, onBegin: () => void) => ReactNode
  children: (bot: Bot, onBegin: () => void) => ReactNode
}

/** The bot of a teammate on one platform. What is needed to connect one is shown when someone wants it. */
export function PlatformSection<Bot extends BotState>(props: PlatformSectionProps<Bot>) {
  const { api, text, notice, employeeId, readOnly, setUp, children } = props
  const words = useMessages(botMessages)
  const bot = useBot(api, employeeId)
  const panel = useId()
  const [isOpen, setOpen] = useState(false)
  const platform = chatPlatforms[api.channel].label
  const isMissing = bot.data?.status === 'disconnected'
  // The steps have done their work: after a later disconnect the section is as short as on a new visit.
  if (isOpen && bot.data && !isMissing) setOpen(false)
  const { section, follow } = useFocus(bot.data)
  const toggle = isMissing && !readOnly && (
    <Button
      size="small"
      aria-expanded={isOpen}
      aria-controls={panel}
      aria-label={isOpen ? words.actionOf(words.close, platform) : words.setUpOf(platform)}
      onClick={() => setOpen(!isOpen)}
    >
      {isOpen ? words.close : words.setUp}
    </Button>
  )
  return (
    <Section title={platform} text={text} actions={toggle}>
      <div id={panel} ref={section} className="space-y-6">
        {notice}
        {!bot.data && (bot.isError ? <LoadFailed title={words.failed(platform)} query={bot} /> : <WaitingRows />)}
        {isMissing && readOnly && <p className="text-sm text-pretty text-muted">{words.noBot(platform)}</p>}
        {bot.data && isMissing && !readOnly && isOpen && (
          <div className="max-w-xl space-y-5">{setUp(bot.data, follow)}</div>
        )}
        {bot.data && !isMissing && children(bot.data, follow)}
      </div>
    </Section>
  )
}

/** What was pressed disappears with what it changes: the focus moves to the first thing that is there then, but not to a way out. */
function useFocus(state: BotState | undefined) {
  const section = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is these changes that are followed
  useEffect(() => {
    if (!isFollowing.current || document.activeElement !== document.body) return
    isFollowing.current = false
    const within = section.current?.closest('section')
    const next = within?.querySelector<HTMLElement>('a[href], button:not([aria-haspopup=dialog]), input')
    const first = next ?? within?.querySelector<HTMLElement>('button')
    first?.focus()
  }, [state])
  return { section, follow: () => (isFollowing.current = true) }
}
