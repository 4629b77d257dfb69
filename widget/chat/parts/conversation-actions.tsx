import { useState } from 'preact/hooks'
import type { WebchatConversation } from '#contracts/webchat.ts'
import { archive, requestPerson, unarchive } from '../state/conversations.ts'
import { getWords } from '../words/words.ts'
import { RemoveDialog, RenameDialog } from './dialogs.tsx'
import { type Action, Menu } from './menu.tsx'

type Props = { conversation: WebchatConversation; more?: Action[]; hasPerson?: boolean; label: string }

export const mayCallPerson = ({ status, has_assigned_operator }: WebchatConversation): boolean =>
  status === 'active' && !has_assigned_operator

/** What can be done with a conversation. */
export function ConversationActions({ conversation, more = [], hasPerson = false, label }: Props) {
  const words = getWords()
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null)
  const { id, status } = conversation
  const actions: Action[] = [
    ...(hasPerson && mayCallPerson(conversation)
      ? [{ label: words.talkToPerson, act: () => void requestPerson(id) }]
      : []),
    { label: words.rename, act: () => setDialog('rename') },
    status === 'archived'
      ? { label: words.unarchive, act: () => void unarchive(id) }
      : { label: words.archive, act: () => void archive(id) },
    ...more,
    { label: words.remove, act: () => setDialog('remove'), isDangerous: true },
  ]
  const shared = { conversation, onClose: () => setDialog(null) }
  return (
    <>
      <Menu label={label} actions={actions} />
      {dialog === 'rename' && <RenameDialog {...shared} />}
      {dialog === 'remove' && <RemoveDialog {...shared} />}
    </>
  )
}
