import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Message } from '#contracts/conversations.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useIsManager, useSession } from '../../../lib/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { Author } from '../../conversation/list/author.tsx'
import { conversationMessages } from '../../conversation/messages.ts'
import { CopyButton } from '../../prose/copy-button.tsx'
import { inboxMessages } from '../messages.ts'
import { NotDelivered } from './not-delivered.tsx'
import { replyFieldId } from './reply-box.tsx'

type OwnReplyProps = { message: Message; name: string; picture: string | null | undefined }

/** What a person wrote; whoever wrote it may change it, and delete it like owners and administrators. */
export function OwnReply({ message, name, picture }: OwnReplyProps) {
  const words = useMessages(inboxMessages)
  const shared = useMessages(conversationMessages)
  const { user } = useSession()
  const isManager = useIsManager()
  const isMine = message.user_id === user.id
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
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
          <EditField
            text={message.content}
            busy={edit.isPending}
            onCancel={() => setEditing(false)}
            onSave={(text) => edit.mutate(text)}
          />
        ) : (
          <>
            <p className="w-fit max-w-full rounded-2xl rounded-tl-md bg-accent-soft px-4 py-2 text-read wrap-anywhere whitespace-pre-wrap">
              {message.content}
            </p>
            <NotDelivered delivery={message.delivery} />
            <div className="mt-1 -ml-1.5 flex min-h-7 items-center gap-0.5 opacity-0 transition-opacity group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100 [@media(hover:none)]:opacity-100">
              <CopyButton text={message.content} />
              {isMine && (
                <ActionButton label={words.edit} onClick={() => setEditing(true)}>
                  <Pencil aria-hidden />
                </ActionButton>
              )}
              {(isMine || isManager) && (
                <ActionButton label={words.delete} onClick={() => setAsking(true)}>
                  <Trash2 aria-hidden />
                </ActionButton>
              )}
            </div>
          </>
        )}
      </div>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={words.deleteTitle}
        text={words.deleteText}
        action={words.delete}
        cancel={words.cancel}
        onConfirm={() => {
          setAsking(false)
          remove.mutate()
        }}
      />
    </>
  )
}

type EditFieldProps = { text: string; busy: boolean; onCancel: () => void; onSave: (text: string) => void }

function EditField({ text, busy, onCancel, onSave }: EditFieldProps) {
  const words = useMessages(inboxMessages)
  const [value, setValue] = useState(text)
  const save = () => value.trim() !== '' && onSave(value.trim())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      event.preventDefault()
      onCancel()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
    event.preventDefault()
    save()
  }
  return (
    <div className="space-y-2">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: to edit is to type
        autoFocus
        rows={2}
        aria-label={words.edit}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={onKeyDown}
        className="block field-sizing-content max-h-[40dvh] w-full resize-none rounded-xl border border-line-strong bg-raised px-4 py-2 text-base leading-6 outline-none focus:border-accent md:text-read"
      />
      <div className="flex gap-2">
        <Button size="small" look="primary" busy={busy} disabled={value.trim() === ''} onClick={save}>
          {words.save}
        </Button>
        <Button size="small" look="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </div>
  )
}
