import { useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { issueOf, sentenceOf } from '../../../lib/refusal.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../page-parts/form-dialog.tsx'
import { storageMessages } from '../messages.ts'
import { useActions } from './use-actions.ts'

type CreateDialogProps = {
  what: 'folder' | 'text'
  folder: string
  onClose: () => void
  onCreated: (path: string) => void
}

/** Asks for the name of something new. */
export function CreateDialog({ what, folder, onClose, onCreated }: CreateDialogProps) {
  const words = useMessages(storageMessages)
  const actions = useActions()
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async () => {
    setBusy(true)
    try {
      const create = what === 'folder' ? actions.createFolder : actions.createText
      onCreated(await create(name.trim(), folder))
    } catch (error) {
      const failure = error as Error
      const field = what === 'folder' ? 'name' : 'path'
      setError(issueOf(failure, field) ?? sentenceOf(failure, words.failedAction))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={what === 'text' ? words.newTextTitle : words.newFolderTitle}
      action={words.create}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={what === 'folder' ? words.folderName : words.textName}
        hint={what === 'text' ? words.textHint : undefined}
        error={error}
        autoFocus
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
