import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '#contracts/inbox.ts'
import { useMessages } from '../../lib/i18n.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { partMessages } from '../page-parts/messages.ts'
import { ChooseContact } from './choose-contact.tsx'
import { MergePreview } from './merge-preview.tsx'
import { mergeMessages } from './messages.ts'
import { useMerge, useUndoMerge } from './use-merge.ts'

/** First which contact, then what becomes of both. */
export function MergeDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const words = useMessages(mergeMessages)
  const parts = useMessages(partMessages)
  const [other, setOther] = useState<Contact | null>(null)
  const merge = useMerge(contact.id)
  const undo = useUndoMerge()
  const { error } = merge
  const back = () => {
    setOther(null)
    merge.reset()
  }
  const confirm = (id: string) =>
    merge.mutate(id, {
      onSuccess: ({ merge }) => {
        onClose()
        showToast(words.merged(merge.merged_contact.display_name, contact.display_name), {
          label: parts.undo,
          run: () => undo.mutate(merge),
        })
      },
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={other ? words.confirmTitle : words.title(contact.display_name)}
      text={other ? words.confirmText(other.display_name, contact.display_name) : words.text}
      closeLabel={parts.close}
      footer={
        <>
          {other ? (
            <Button onClick={back}>
              <ArrowLeft aria-hidden className="size-4" />
              {words.another}
            </Button>
          ) : (
            <Button onClick={onClose}>{parts.cancel}</Button>
          )}
          {other && (
            <Button look="primary" autoFocus busy={merge.isPending} onClick={() => confirm(other.id)}>
              {words.merge}
            </Button>
          )}
        </>
      }
    >
      {other ? <MergePreview kept={contact} other={other} /> : <ChooseContact except={contact} onChoose={setOther} />}
      {error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {sentenceOf(error, words.failed)}
        </p>
      )}
    </Dialog>
  )
}
