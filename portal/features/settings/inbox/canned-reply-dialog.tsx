import { useState } from 'react'
import type { CannedReply } from '#contracts/canned-replies.ts'
import {
  CANNED_PLACEHOLDERS,
  isShortcut,
  MAX_CANNED_REPLY_LENGTH,
  MAX_SHORTCUT_LENGTH,
  withoutSlash,
} from '#contracts/canned-reply-names.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { issueOf, problemBeside } from '../../../lib/refusal.ts'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { useSaveCannedReply } from '../../canned-replies/use-canned-replies.ts'
import { FormDialog } from '../../page-parts/form-dialog.tsx'
import { inboxSettingsMessages } from './messages.ts'

const fields = ['shortcut', 'content']
const placeholders = CANNED_PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ')

/** Makes a canned reply, or changes the one that is given. */
export function CannedReplyDialog({ reply, onClose }: { reply: CannedReply | null; onClose: () => void }) {
  const words = useMessages(inboxSettingsMessages)
  const [written, setWritten] = useState(reply?.shortcut ?? '')
  const [content, setContent] = useState(reply?.content ?? '')
  const { mutate, error, isPending } = useSaveCannedReply(reply)
  const shortcut = withoutSlash(written)
  const isWrong = shortcut !== '' && !isShortcut(shortcut)
  const isReady = shortcut !== '' && !isWrong && content.trim() !== ''
  const submit = () => mutate({ shortcut, content: content.trim() }, { onSuccess: onClose })
  return (
    <FormDialog
      title={reply ? words.replyEdit : words.replyCreate}
      isReady={isReady}
      busy={isPending}
      problem={problemBeside(fields, error, words.saveFailed)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label={words.shortcut}
        placeholder="/thanks"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        // With the slash that people may type before it.
        maxLength={MAX_SHORTCUT_LENGTH + 1}
        value={written}
        onChange={(event) => setWritten(event.target.value)}
        hint={words.shortcutHint}
        error={isWrong ? words.shortcutWrong : issueOf(error, 'shortcut')}
      />
      <TextArea
        label={words.content}
        rows={6}
        maxLength={MAX_CANNED_REPLY_LENGTH}
        value={content}
        onChange={(event) => setContent(event.target.value)}
        hint={words.contentHint(placeholders)}
        error={issueOf(error, 'content')}
      />
    </FormDialog>
  )
}
