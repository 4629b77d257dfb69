import { ArrowLeft, MessageCircleOff, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '#contracts/client.ts'
import type { InboxConversationDetail } from '#contracts/inbox.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { channelNames } from '../../channels/messages.ts'
import { partnerOf } from '../../conversation/partner-of.ts'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { MarkMenu } from '../marks/mark-menu.tsx'
import { inboxMessages } from '../messages.ts'
import { ViewerAvatars } from '../presence/viewer-avatars.tsx'
import { OpenConversation } from './open-conversation.tsx'
import type { useConversation } from './use-conversation.ts'

type ConversationPaneProps = {
  query: ReturnType<typeof useConversation>
  /** The message to bring into view. */
  named: string | undefined
  /** Where the list has no room beside it. */
  onBack: (() => void) | undefined
  /** Where the contact has no room beside it. */
  onContact: (() => void) | undefined
  /** To the list, by the key that leaves. */
  onLeave: () => void
}

/** The open conversation in whichever state it is. */
export function ConversationPane({ query, named, onBack, onContact, onLeave }: ConversationPaneProps) {
  const words = useMessages(inboxMessages)
  const namesOfChannels = useMessages(channelNames)
  const { data: conversation, error, isError } = query
  const isMissing = error instanceof ApiError && error.status === 404
  if (isMissing || conversation?.deleted_at)
    return (
      <>
        <Header onBack={onBack} />
        <EmptyState icon={<MessageCircleOff aria-hidden />} title={words.missing} text={words.missingText} />
      </>
    )
  if (!conversation)
    return (
      <>
        <Header onBack={onBack} />
        {isError ? <LoadFailed title={words.conversationFailed} query={query} /> : <Waiting label={words.loadingOne} />}
      </>
    )
  return (
    <>
      <Header onBack={onBack}>
        <div className="min-w-0 grow">
          <h2 className="truncate text-sm font-semibold">{partnerOf(conversation)}</h2>
          <p className="truncate text-2xs text-faint">{subtitleOf(conversation, words, namesOfChannels)}</p>
        </div>
        <ViewerAvatars conversationId={conversation.id} />
        <MarkMenu conversation={conversation} />
        {onContact && (
          <IconButton label={words.showContact} onClick={onContact} className="pointer-coarse:size-10!">
            <UserRound aria-hidden />
          </IconButton>
        )}
      </Header>
      <OpenConversation key={conversation.id} conversation={conversation} named={named} onLeave={onLeave} />
    </>
  )
}

function subtitleOf(
  conversation: InboxConversationDetail,
  words: typeof inboxMessages.en,
  namesOfChannels: typeof channelNames.en,
): string {
  const { ai_employee, channel, title, temporary_title } = conversation
  const about = title === partnerOf(conversation) ? null : title || temporary_title
  return [words.withTeammate(ai_employee.name), namesOfChannels[channel], about].filter(Boolean).join(' · ')
}

function Header({ onBack, children }: { onBack: (() => void) | undefined; children?: ReactNode }) {
  const words = useMessages(inboxMessages)
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-3 md:px-4">
      {onBack && (
        <IconButton label={words.back} onClick={onBack} className="size-10!">
          <ArrowLeft aria-hidden />
        </IconButton>
      )}
      {children}
    </header>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="mx-auto w-full max-w-3xl grow animate-[fade_200ms_200ms_both] space-y-6 px-4 py-6">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-10 w-2/5 rounded-2xl" />
      <div className="space-y-2.5">
        <Skeleton className="h-3.5 w-4/5" />
        <Skeleton className="h-3.5 w-3/5" />
      </div>
    </div>
  )
}
