import { Bot, ChevronDown, Hand, UserRound } from 'lucide-react'
import type { InboxConversationDetail } from '#contracts/inbox.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { useNow } from '../list/use-now.ts'
import { waitedFor } from '../list/waited.ts'
import { inboxMessages } from '../messages.ts'
import { useAssignees } from './use-ownership.ts'

type OwnerBarProps = {
  conversation: InboxConversationDetail
  busy: boolean
  onTake: () => void
  onHandBack: () => void
  onGive: (userId: string) => void
}

/** Says who answers, in a sentence, and changes it. */
export function OwnerBar({ conversation, busy, onTake, onHandBack, onGive }: OwnerBarProps) {
  const words = useMessages(inboxMessages)
  const { user } = useSession()
  const { assigned_user_id, assigned_user, ai_employee, automation_enabled, status } = conversation
  const isMine = assigned_user_id === user.id
  const owner = assigned_user?.name ?? words.somebody
  const isEscalated = assigned_user_id === null && status === 'waiting_for_operator'
  const waits = useWait(conversation)
  const sentence = () => {
    if (isMine) return words.youAnswer(ai_employee.name)
    if (assigned_user_id) return words.anotherAnswers(owner)
    if (isEscalated) return words.waitsForPerson
    return automation_enabled ? words.teammateAnswers(ai_employee.name) : words.nobodyAnswers(ai_employee.name)
  }
  const Icon = assigned_user_id ? UserRound : isEscalated ? Hand : Bot
  return (
    <section
      aria-label={words.owner}
      className={classNames(
        'flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-1.5 text-xs',
        isMine ? 'bg-accent-soft text-accent' : isEscalated ? 'bg-warning-soft text-warning' : 'bg-canvas text-muted',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <p aria-live="polite" className="min-w-0 grow basis-36 wrap-anywhere">
        {sentence()}
        {waits && <span className="font-medium"> {waits}</span>}
      </p>
      <div className="flex min-w-0 items-center gap-1">
        {isMine ? (
          <Button size="small" busy={busy} onClick={onHandBack} aria-keyshortcuts="B">
            {words.handBack}
            <span className="max-sm:hidden">
              <Kbd keys="B" />
            </span>
          </Button>
        ) : (
          <Button
            size="small"
            look={isEscalated ? 'primary' : 'secondary'}
            busy={busy}
            onClick={onTake}
            aria-keyshortcuts="T"
          >
            {assigned_user_id ? words.takeOverFrom(owner) : words.take}
            <span className="max-sm:hidden">
              <Kbd keys="T" />
            </span>
          </Button>
        )}
        <GiveMenu conversation={conversation} onGive={onGive} />
      </div>
    </section>
  )
}

function useWait({ unanswered_since }: InboxConversationDetail): string | null {
  const words = useMessages(inboxMessages)
  const language = useLanguage()
  const now = useNow()
  if (!unanswered_since) return null
  return words.waitsFor(waitedFor(unanswered_since, now, language) ?? words.justNow)
}

/** To a colleague who sees the teammate too. */
function GiveMenu({ conversation, onGive }: Pick<OwnerBarProps, 'conversation' | 'onGive'>) {
  const words = useMessages(inboxMessages)
  const { user } = useSession()
  const { data } = useAssignees(conversation.id)
  const others = data?.data.filter(({ id }) => id !== user.id && id !== conversation.assigned_user_id) ?? []
  if (others.length === 0) return null
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={words.give} look="secondary" className="pointer-coarse:size-10!">
          <ChevronDown aria-hidden />
        </IconButton>
      }
    >
      <p className="px-2 pt-1 pb-1 text-2xs font-medium text-faint">{words.give}</p>
      <div className="max-h-80 overflow-y-auto">
        {others.map((person) => (
          <MenuItem key={person.id} onSelect={() => onGive(person.id)}>
            {person.name}
          </MenuItem>
        ))}
      </div>
    </Menu>
  )
}
