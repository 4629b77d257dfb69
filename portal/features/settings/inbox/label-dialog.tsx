import { useId, useState } from 'react'
import { LABEL_COLORS, type LabelColor, MAX_LABEL_LENGTH } from '#contracts/label-names.ts'
import type { Label } from '#contracts/labels.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { issueOf, problemBeside } from '../../../lib/refusal.ts'
import { TextField } from '../../../ui/field.tsx'
import { LabelDot } from '../../labels/label-chip.tsx'
import { labelMessages } from '../../labels/messages.ts'
import { useSaveLabel } from '../../labels/use-labels.ts'
import { FormDialog } from '../../page-parts/form-dialog.tsx'
import { inboxSettingsMessages } from './messages.ts'

/** Makes a label, or changes the one that is given. */
export function LabelDialog({ label, onClose }: { label: Label | null; onClose: () => void }) {
  const words = useMessages(inboxSettingsMessages)
  const colors = useMessages(labelMessages).colors
  const form = useId()
  const [name, setName] = useState(label?.name ?? '')
  const [color, setColor] = useState<LabelColor>(label?.color ?? 'blue')
  const { mutate, error, isPending } = useSaveLabel(label)
  const isReady = name.trim() !== ''
  const submit = () => mutate({ name: name.trim(), color }, { onSuccess: onClose })
  return (
    <FormDialog
      title={label ? words.labelEdit : words.labelCreate}
      isReady={isReady}
      busy={isPending}
      problem={problemBeside(['name'], error, words.saveFailed)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label={words.name}
        autoComplete="off"
        maxLength={MAX_LABEL_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={issueOf(error, 'name')}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{words.color}</legend>
        <div className="grid grid-cols-2 gap-1.5 sm:grid-cols-3">
          {LABEL_COLORS.map((each) => (
            <label
              key={each}
              className="flex h-9 cursor-pointer items-center gap-2 rounded-lg border border-line px-2.5 text-xs has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-10"
            >
              <input
                type="radio"
                name={`${form}-color`}
                checked={color === each}
                onChange={() => setColor(each)}
                className="sr-only"
              />
              <LabelDot color={each} />
              {colors[each]}
            </label>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  )
}
