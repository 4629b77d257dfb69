import { type FormEvent, useId, useState } from 'react'
import type { EntryPoint } from '#contracts/webchat-settings.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { isAboutFields, issueOf, sentenceOf } from '../../../../lib/refusal.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { partMessages } from '../../../page-parts/messages.ts'
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
  const parts = useMessages(partMessages)
  const form = useId()
  const { data: teammates } = useAnsweringTeammates()
  const [name, setName] = useState(entryPoint?.name ?? '')
  const [chosen, setChosen] = useState(entryPoint?.employee_id ?? '')
  const [isMany, setMany] = useState(entryPoint?.multi_conversations ?? false)
  const save = useSaveEntryPoint()
  const employee_id = chosen || (teammates?.length === 1 ? (teammates[0]?.id ?? '') : '')
  const isReady = name.trim() !== '' && employee_id !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || save.isPending) return
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={entryPoint ? words.editTitle(entryPoint.name) : words.create}
      closeLabel={parts.close}
      footer={
        <>
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={save.isPending} disabled={!isReady}>
            {parts.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-5">
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
        {error && !isAboutFields(error, fields) && (
          <p role="alert" className="text-sm text-danger">
            {sentenceOf(error, words.saveFailed)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
