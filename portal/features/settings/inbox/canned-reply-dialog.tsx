import { type FormEvent, useId, useState } from 'react'
import type { CannedReply } from '#contracts/canned-replies.ts'
import {
  CANNED_PLACEHOLDERS,
  isShortcut,
  LONGEST_CANNED_REPLY,
  LONGEST_SHORTCUT,
  withoutSlash,
} from '#contracts/canned-reply-names.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { isAboutFields, issueOf, sentenceOf } from '../../../lib/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { useSaveCannedReply } from '../../canned-replies/use-canned-replies.ts'
import { partMessages } from '../../page-parts/messages.ts'
import { inboxSettingsMessages } from './messages.ts'

const fields = ['shortcut', 'content']
const placeholders = CANNED_PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ')

/** Makes a canned reply, or changes the one that is given. */
export function CannedReplyDialog({ reply, onClose }: { reply: CannedReply | null; onClose: () => void }) {
  const words = useMessages(inboxSettingsMessages)
  const parts = useMessages(partMessages)
  const form = useId()
  const [written, setWritten] = useState(reply?.shortcut ?? '')
  const [content, setContent] = useState(reply?.content ?? '')
  const { mutate, error, isPending } = useSaveCannedReply(reply)
  const shortcut = withoutSlash(written)
  const isWrong = shortcut !== '' && !isShortcut(shortcut)
  const isReady = shortcut !== '' && !isWrong && content.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isPending) mutate({ shortcut, content: content.trim() }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={reply ? words.replyEdit : words.replyCreate}
      closeLabel={parts.close}
      footer={
        <>
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={isPending} disabled={!isReady}>
            {words.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-5">
        <TextField
          autoFocus
          label={words.shortcut}
          placeholder="/thanks"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          // With the slash that people may type before it.
          maxLength={LONGEST_SHORTCUT + 1}
          value={written}
          onChange={(event) => setWritten(event.target.value)}
          hint={words.shortcutHint}
          error={isWrong ? words.shortcutWrong : issueOf(error, 'shortcut')}
        />
        <TextArea
          label={words.content}
          rows={6}
          maxLength={LONGEST_CANNED_REPLY}
          value={content}
          onChange={(event) => setContent(event.target.value)}
          hint={words.contentHint(placeholders)}
          error={issueOf(error, 'content')}
        />
        {error && !isAboutFields(error, fields) && (
          <p role="alert" className="text-sm text-danger">
            {sentenceOf(error, words.saveFailed)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
