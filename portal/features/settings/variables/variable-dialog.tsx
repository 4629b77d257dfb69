import { type ChangeEvent, useState } from 'react'
import { isReserved, MAX_NAME_LENGTH, RESERVED_NAMES } from '#contracts/variable-names.ts'
import type { Variable } from '#contracts/variables.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { issueOf, problemBeside } from '../../../lib/refusal.ts'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { FormDialog } from '../../page-parts/form-dialog.tsx'
import { cleanName } from './clean-name.ts'
import { variableMessages } from './messages.ts'
import { useSaveVariable } from './use-variables.ts'
import { UsedBy } from './used-by.tsx'

type Kind = 'public' | 'secret'
const fields = ['placeholder', 'value']

type VariableDialogProps = {
  variable: Variable | null
  /** What a new one is called at first. */
  suggestedName?: string
  onClose: () => void
}

/** Makes a variable, or changes the value of the one that is given. */
export function VariableDialog({ variable, suggestedName = '', onClose }: VariableDialogProps) {
  const words = useMessages(variableMessages)
  const [name, setName] = useState(variable?.placeholder ?? suggestedName)
  const [kind, setKind] = useState<Kind>(variable?.is_secret ? 'secret' : 'public')
  const isSecret = kind === 'secret'
  // The mask of a secret is not its value.
  const [value, setValue] = useState(variable && !isSecret ? variable.value : '')
  const save = useSaveVariable(variable)
  const isRefused = !variable && isReserved(name)
  const isReady = name !== '' && !isRefused && (!isSecret || value !== '')
  const submit = () => {
    const onSuccess = (saved: Variable) => {
      onClose()
      showToast(words.saved(saved.placeholder))
    }
    save.mutate({ placeholder: name, value, is_secret: isSecret }, { onSuccess })
  }
  const { error } = save
  return (
    <FormDialog
      title={variable ? words.editTitle(variable.placeholder) : words.createTitle}
      isReady={isReady}
      busy={save.isPending}
      problem={problemBeside(fields, error, words.saveFailed)}
      onSubmit={submit}
      onClose={onClose}
    >
      {!variable && (
        <>
          <TextField
            autoFocus
            label={words.name}
            placeholder="SHOP_NAME"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={MAX_NAME_LENGTH}
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
    </FormDialog>
  )
}

/** Cleans the name on each keystroke and keeps the caret in place. */
function cleanedOf({ target }: ChangeEvent<HTMLInputElement>): string {
  const cleaned = cleanName(target.value)
  if (cleaned === target.value) return cleaned
  const caret = cleanName(target.value.slice(0, target.selectionStart ?? undefined)).length
  target.value = cleaned
  target.setSelectionRange(caret, caret)
  return cleaned
}
