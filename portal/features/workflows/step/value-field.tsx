import { useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { isRecord } from '../editor/draft.ts'
import { JsonField } from './json-field.tsx'
import { stepMessages } from './messages.ts'
import { RowsField } from './rows-field.tsx'
import { TemplateField } from './template-field.tsx'

type ValueFieldProps = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  value: unknown
  onChange: (value: unknown) => void
}
type Shape = 'text' | 'fields' | 'json'

/** Any value: a text, values by name, or whatever else JSON can say. */
export function ValueField({ label, hint, error, value, onChange }: ValueFieldProps) {
  const words = useMessages(stepMessages)
  const [wanted, setWanted] = useState<Shape | null>(null)
  const isEmpty = value === undefined || value === ''
  const own: Shape = isEmpty || typeof value === 'string' ? 'text' : isRecord(value) ? 'fields' : 'json'
  const fits: Record<Shape, boolean> = { text: own === 'text', fields: isEmpty || own === 'fields', json: true }
  const shape = wanted && fits[wanted] ? wanted : own
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="space-y-2">
        <Segmented
          label={words.shapeOf(label)}
          value={shape}
          choices={(['text', 'fields', 'json'] as const)
            .filter((each) => fits[each] || isEmpty)
            .map((each) => ({ value: each, label: words.shapes[each] }))}
          onChange={setWanted}
        />
        {shape === 'text' ? (
          <TemplateField
            label={label}
            isLabelHidden
            hint={hint}
            error={error}
            rows={3}
            value={typeof value === 'string' ? value : ''}
            onChange={(text) => onChange(text || undefined)}
          />
        ) : shape === 'fields' ? (
          <RowsField value={isRecord(value) ? value : NONE} onChange={onChange} />
        ) : (
          <JsonField label={label} isLabelHidden hint={hint} error={error} value={value} onChange={onChange} />
        )}
        {shape === 'fields' && error && (
          <p role="alert" className="text-xs text-danger">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}

const NONE = {}
