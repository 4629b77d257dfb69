import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Message } from '#contracts/conversations.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { Author } from '../../conversation/list/author.tsx'
import { conversationMessages } from '../../conversation/messages.ts'
import { CopyButton } from '../../prose/copy-button.tsx'
import { EditBox } from '../compose/edit-box.tsx'
import { NotDelivered } from '../delivery/not-delivered.tsx'
import { inboxMessages } from '../messages.ts'
import { ChangeButtons } from './change-buttons.tsx'
import { replyFieldId } from './reply-box.tsx'

type OwnReplyProps = { message: Message; name: string; picture: string | null | undefined }

/** What an operator wrote to the contact. */
export function OwnReply({ message, name, picture }: OwnReplyProps) {
  const words = useMessages(inboxMessages)
  const shared = useMessages(conversationMessages)
  const { user } = useSession()
  const isMine = message.user_id === user.id
  const [isEditing, setEditing] = useState(false)
  const params = {
    organization_id: message.organization_id,
    conversation_id: message.conversation_id,
    message_id: message.id,
  }
  const remove = useMutation({
    mutationFn: () => call(inboxPaths.deleteOperatorMessage, { params }),
    // Its buttons go with it.
    onSuccess: () => document.getElementById(replyFieldId)?.focus(),
    onError: (error) => showToast(sentenceOf(error, words.deleteFailed)),
  })
  const edit = useMutation({
    mutationFn: (content: string) => call(inboxPaths.editOperatorMessage, { params, body: { content } }),
    onSuccess: () => setEditing(false),
    onError: (error) => showToast(sentenceOf(error, words.editFailed)),
  })
  return (
    <>
      <Author
        name={isMine ? words.you : name}
        face={name}
        picture={picture ?? null}
        at={message.created_at}
        note={message.edited_at && <span className="text-2xs text-faint">{shared.edited}</span>}
      />
      <div className="md:pl-8">
        {isEditing ? (
          <EditBox
            look="reply"
            words={words}
            text={message.content}
            busy={edit.isPending}
            onSave={(text) => edit.mutate(text)}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <>
            <p className="w-fit max-w-full rounded-2xl rounded-tl-md bg-accent-soft px-4 py-2 text-read wrap-anywhere whitespace-pre-wrap">
              {message.content}
            </p>
            <NotDelivered message={message} />
            <ChangeButtons
              isMine={isMine}
              words={words}
              action={words.delete}
              onEdit={() => setEditing(true)}
              onDelete={() => remove.mutate()}
            >
              <CopyButton text={message.content} />
            </ChangeButtons>
          </>
        )}
      </div>
    </>
  )
}
