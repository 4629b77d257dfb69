import { type FormEvent, useId, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { issueOf, sentenceOf } from '../../../lib/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { storageMessages } from '../messages.ts'
import { useActions } from './use-actions.ts'

type CreateDialogProps = {
  what: 'folder' | 'text' | null
  folder: string
  onClose: () => void
  onCreated: (path: string, what: 'folder' | 'text') => void
}

/** Asks for the name of something new. */
export function CreateDialog({ what, folder, onClose, onCreated }: CreateDialogProps) {
  const words = useMessages(storageMessages)
  const form = useId()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open={what !== null}
      onOpenChange={onClose}
      title={what === 'text' ? words.newTextTitle : words.newFolderTitle}
      closeLabel={words.close}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={busy}>
            {words.create}
          </Button>
        </>
      }
    >
      {what && <NameForm id={form} what={what} folder={folder} onBusy={setBusy} onCreated={onCreated} />}
    </Dialog>
  )
}

type NameFormProps = Pick<CreateDialogProps, 'folder' | 'onCreated'> & {
  id: string
  what: 'folder' | 'text'
  onBusy: (busy: boolean) => void
}

function NameForm({ id, what, folder, onBusy, onCreated }: NameFormProps) {
  const words = useMessages(storageMessages)
  const actions = useActions()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    onBusy(true)
    try {
      const create = what === 'folder' ? actions.createFolder : actions.createText
      onCreated(await create(name.trim(), folder), what)
    } catch (error) {
      const failure = error as Error
      const field = what === 'folder' ? 'name' : 'path'
      setError(issueOf(failure, field) ?? sentenceOf(failure, words.failedAction))
    } finally {
      onBusy(false)
    }
  }
  return (
    <form id={id} onSubmit={submit}>
      <TextField
        label={what === 'folder' ? words.folderName : words.textName}
        hint={what === 'text' ? words.textHint : undefined}
        error={error}
        autoFocus
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </form>
  )
}
