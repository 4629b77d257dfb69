import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
import { isReserved, LONGEST_NAME, RESERVED_NAMES } from '#contracts/variable-names.ts'
import type { Variable } from '#contracts/variables.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { isAboutFields, issueOf, sentenceOf } from '../../../lib/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { cleanName } from './clean-name.ts'
import { variableMessages } from './messages.ts'
import { useSaveVariable } from './use-variables.ts'
import { UsedBy } from './used-by.tsx'

type Kind = 'public' | 'secret'
const fields = ['placeholder', 'value']

/** Makes a variable, or changes the value of the one that is given. */
export function VariableDialog({ variable, onClose }: { variable: Variable | null; onClose: () => void }) {
  const words = useMessages(variableMessages)
  const parts = useMessages(partMessages)
  const form = useId()
  const [name, setName] = useState(variable?.placeholder ?? '')
  const [kind, setKind] = useState<Kind>(variable?.is_secret ? 'secret' : 'public')
  const isSecret = kind === 'secret'
  // What stands for a secret is no value to begin with.
  const [value, setValue] = useState(variable && !isSecret ? variable.value : '')
  const save = useSaveVariable(variable)
  const isRefused = !variable && isReserved(name)
  const isReady = name !== '' && !isRefused && (!isSecret || value !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || save.isPending) return
    const onSuccess = (saved: Variable) => {
      onClose()
      showToast(words.saved(saved.placeholder))
    }
    save.mutate({ placeholder: name, value, is_secret: isSecret }, { onSuccess })
  }
  const { error } = save
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={variable ? words.editTitle(variable.placeholder) : words.createTitle}
      closeLabel={parts.close}
      footer={
        <>
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={save.isPending} disabled={!isReady}>
            {words.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-5">
        {!variable && (
          <>
            <TextField
              autoFocus
              label={words.name}
              placeholder="SHOP_NAME"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={LONGEST_NAME}
              className="[&_input]:font-mono"
              value={name}
              onChange={(event) => setName(cleanedOf(event))}
              hint={words.nameHint(RESERVED_NAMES.join(', '))}
              error={isRefused ? words.nameReserved(name) : issueOf(error, 'placeholder')}
            />
            <div>
              <p className="mb-1.5 text-sm font-medium">{words.type}</p>
              <Segmented
                label={words.type}
                value={kind}
                choices={(['public', 'secret'] as const).map((each) => ({ value: each, label: words.types[each] }))}
                onChange={setKind}
              />
              <p className="mt-1.5 text-xs text-pretty text-muted">
                {words.typeHints[kind]} {words.nameFixed}
              </p>
            </div>
          </>
        )}
        <TextArea
          autoFocus={variable !== null}
          label={variable && isSecret ? words.newValue : words.value}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={65_536}
          className={isSecret ? '[&_textarea]:[-webkit-text-security:disc]' : ''}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          hint={variable && isSecret ? words.newValueHint : undefined}
          error={issueOf(error, 'value')}
        />
        {variable && <UsedBy variable={variable} />}
        {error && !isAboutFields(error, fields) && (
          <p role="alert" className="text-sm text-danger">
            {sentenceOf(error, words.saveFailed)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** What was typed, cleaned at once, so that the caret stays where the next key is expected. */
function cleanedOf({ target }: ChangeEvent<HTMLInputElement>): string {
  const cleaned = cleanName(target.value)
  if (cleaned === target.value) return cleaned
  const caret = cleanName(target.value.slice(0, target.selectionStart ?? undefined)).length
  target.value = cleaned
  target.setSelectionRange(caret, caret)
  return cleaned
}
