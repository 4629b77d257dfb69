import { useState } from 'react'
import type { EntryPoint } from '#contracts/webchat-settings.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { issueOf, problemBeside } from '../../../../lib/refusal.ts'
import { TextField } from '../../../../ui/field.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { FormDialog } from '../../../page-parts/form-dialog.tsx'
import { webchatMessages } from '../messages.ts'
import { useSaveEntryPoint } from '../use-webchat.ts'
import { TeammatePicker, useAnsweringTeammates } from './teammate-picker.tsx'

const fields = ['name', 'employee_id']

type EntryPointDialogProps = {
  entryPoint: EntryPoint | null
  onClose: () => void
  onSaved: (saved: EntryPoint) => void
}

/** Makes an entry point, or changes the one that is given. */
export function EntryPointDialog({ entryPoint, onClose, onSaved }: EntryPointDialogProps) {
  const words = useMessages(webchatMessages)
  const { data: teammates } = useAnsweringTeammates()
  const [name, setName] = useState(entryPoint?.name ?? '')
  const [chosen, setChosen] = useState(entryPoint?.employee_id ?? '')
  const [isMany, setMany] = useState(entryPoint?.multi_conversations ?? false)
  const save = useSaveEntryPoint()
  const employee_id = chosen || (teammates?.length === 1 ? (teammates[0]?.id ?? '') : '')
  const isReady = name.trim() !== '' && employee_id !== ''
  const submit = () => {
    const onSuccess = (saved: EntryPoint) => {
      onSaved(saved)
      onClose()
      showToast(words.savedEntryPoint(saved.name))
    }
    const body = { name, employee_id, multi_conversations: isMany }
    save.mutate({ id: entryPoint?.id ?? null, body }, { onSuccess })
  }
  const { error } = save
  return (
    <FormDialog
      title={entryPoint ? words.editTitle(entryPoint.name) : words.create}
      isReady={isReady}
      busy={save.isPending}
      problem={problemBeside(fields, error, words.saveFailed)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label={words.name}
        hint={words.nameHint}
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={issueOf(error, 'name')}
      />
      <TeammatePicker value={employee_id} onChange={setChosen} error={issueOf(error, 'employee_id')} />
      <Switch label={words.many} hint={words.manyHint} checked={isMany} onChange={setMany} />
    </FormDialog>
  )
}
