import { useState } from 'react'
import type { Overlap, Protection, Trigger } from '#contracts/triggers.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { issueOf, problemBeside } from '../../../lib/refusal.ts'
import { TextField } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { FormDialog } from '../../page-parts/form-dialog.tsx'
import { triggerMessages } from './messages.ts'
import { useScheduleInWords } from './schedule-in-words.ts'
import { type Saving, useSaveTrigger } from './use-triggers.ts'

const PROTECTIONS: readonly Protection[] = ['none', 'secret', 'hmac']
const OVERLAPS: readonly Overlap[] = ['skip', 'queue', 'overlap']
const fields = ['cron', 'debounce_seconds', 'protection', 'overlap']

type TriggerDialogProps = {
  workflowId: string
  /** A trigger to change, or the type of a new one. */
  edited: Trigger | Trigger['type']
  onClose: () => void
  onSecret: (secret: string) => void
}

export function TriggerDialog({ workflowId, edited, onClose, onSecret }: TriggerDialogProps) {
  const words = useMessages(triggerMessages)
  const trigger = typeof edited === 'string' ? null : edited
  const type = typeof edited === 'string' ? edited : edited.type
  const [cron, setCron] = useState(trigger?.type === 'schedule' ? trigger.cron : '0 9 * * 1-5')
  const [overlap, setOverlap] = useState<Overlap>(trigger?.type === 'schedule' ? trigger.overlap : 'skip')
  const [debounce, setDebounce] = useState(String((trigger?.type === 'public' && trigger.debounce_seconds) || ''))
  const [protection, setProtection] = useState<Protection>(trigger?.type === 'public' ? trigger.protection : 'none')
  const save = useSaveTrigger(workflowId)
  const submit = () => {
    const debounce_seconds = debounce.trim() === '' ? null : Number(debounce)
    const ofPublic = { debounce_seconds, protection }
    const saving: Saving =
      type === 'public'
        ? trigger
          ? { id: trigger.id, body: ofPublic }
          : { id: null, body: { type, is_enabled: true, ...ofPublic } }
        : trigger
          ? { id: trigger.id, body: { cron, overlap } }
          : { id: null, body: { type, is_enabled: true, cron, overlap } }
    save.mutate(saving, {
      onSuccess: (saved) => {
        if (saved.type === 'public' && saved.secret) onSecret(saved.secret)
        onClose()
      },
    })
  }
  const { error } = save
  const inWords = useScheduleInWords(cron)
  return (
    <FormDialog
      title={words.types[type]}
      text={words.typeTexts[type]}
      busy={save.isPending}
      problem={problemBeside(fields, error, words.saveFailed)}
      onSubmit={submit}
      onClose={onClose}
    >
      {type === 'schedule' ? (
        <>
          <TextField
            autoFocus
            label={words.cron}
            hint={inWords ? `${words.inUtc(inWords)}. ${words.cronHint}` : words.cronHint}
            autoComplete="off"
            spellCheck={false}
            className="[&_input]:font-mono"
            value={cron}
            onChange={(event) => setCron(event.target.value)}
            error={issueOf(error, 'cron')}
          />
          <Select
            label={words.overlap}
            value={overlap}
            options={OVERLAPS.map((value) => ({ value, label: words.overlaps[value] }))}
            onChange={setOverlap}
          />
        </>
      ) : (
        <>
          <Select
            label={words.protection}
            hint={words.protections[protection]}
            value={protection}
            options={PROTECTIONS.map((value) => ({ value, label: words.protectionNames[value] }))}
            onChange={setProtection}
          />
          <TextField
            label={words.debounce}
            hint={words.debounceHint}
            inputMode="numeric"
            autoComplete="off"
            value={debounce}
            onChange={(event) => setDebounce(event.target.value.replaceAll(/\D/g, ''))}
            error={issueOf(error, 'debounce_seconds')}
          />
        </>
      )}
    </FormDialog>
  )
}
