import type { ReactNode } from 'react'
import type { CatalogModel } from '#contracts/models.ts'
import { formatPrice } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { Picker } from '../../ui/picker.tsx'
import { modelMessages } from './messages.ts'
import { ConnectNote, LockNotes, ModelNote, Prices } from './model-note.tsx'
import { canBeChosen, isChatModel } from './model-rules.ts'
import { useCatalog } from './use-catalog.ts'
import { vendorLabel } from './vendor-label.ts'

const AUTO = 'auto'

type ChatModelPickerProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string | null
  /** What choosing none is called, and what it means now. */
  auto: { label: string; note: string }
  onChange: (value: string | null) => void
  disabled?: boolean
}

export function ChatModelPicker({ label, hint, error, value, auto, onChange, disabled }: ChatModelPickerProps) {
  const words = useMessages(modelMessages)
  const { data: models = [] } = useCatalog()
  const language = useLanguage()
  const price = ({ input_cost, output_cost }: CatalogModel) =>
    input_cost === null || output_cost === null
      ? undefined
      : `${formatPrice(input_cost, language)} / ${formatPrice(output_cost, language)}`
  const listed = models.filter(isChatModel)
  const chosen = models.find(({ id }) => id === value)
  const known = value === null || chosen !== undefined || models.length === 0
  return (
    <div className="space-y-2.5">
      <Picker
        label={label}
        hint={hint}
        error={error}
        disabled={disabled}
        footer={<LockNotes models={listed} />}
        words={{ find: words.find, none: words.noneFound }}
        value={value ?? AUTO}
        onChange={(next) => onChange(next === AUTO ? null : next)}
        options={[
          { value: AUTO, label: auto.label, note: <span className="text-xs text-muted">{auto.note}</span> },
          ...(known ? [] : [{ value: value, label: words.missing, disabled: true }]),
          ...listed.map((model) => ({
            value: model.id,
            label: model.name,
            keywords: model.model,
            group: vendorLabel(model.provider),
            note: <ModelNote model={model} />,
            disabled: !canBeChosen(model),
            detail: price(model),
          })),
        ]}
      />
      {chosen && <Prices model={chosen} />}
      {chosen && !chosen.is_available && <ConnectNote vendor={chosen.provider} />}
    </div>
  )
}
