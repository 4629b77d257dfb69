import { Braces, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { AddButton } from '../../../ui/add-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { parsed } from './json-field.tsx'
import { stepMessages } from './messages.ts'
import { TemplateField } from './template-field.tsx'

/** Suggested rows are not part of the value until they are filled in. */
type Row = { id: number; name: string; text: string; isJson: boolean; isOffered?: boolean }
export type Values = Record<string, unknown>

let made = 0
const rowOf = (name: string, value: unknown): Row => {
  const isJson = typeof value !== 'string'
  return { id: made++, name, text: isJson ? JSON.stringify(value) : value, isJson }
}

type RowsFieldProps = {
  value: Values
  onChange: (value: Values) => void
  /** Every value is a text. */
  onlyTexts?: boolean
  /** Suggested names. */
  names?: readonly string[]
  /** Data, in which braces are no placeholders. */
  isData?: boolean
}

/** Values by name, a row for each. A row without a name is not a part of the value yet. */
export function RowsField({ value, onChange, onlyTexts = false, names = [], isData = false }: RowsFieldProps) {
  const words = useMessages(stepMessages)
  const [typed, setTyped] = useState<Row[]>([])
  const given = useMemo(() => {
    const missing = names
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => ({ ...rowOf(name, ''), isOffered: true }))
    return [...Object.entries(value).map(([name, each]) => rowOf(name, each)), ...missing]
  }, [value, names])
  // What changes the value elsewhere makes the rows again.
  const isCurrent = typed.length > 0 && JSON.stringify(valuesOf(typed)) === JSON.stringify(value)
  const rows = isCurrent ? typed : given
  const become = (next: Row[]) => {
    setTyped(next)
    const values = valuesOf(next)
    if (JSON.stringify(values) !== JSON.stringify(value)) onChange(values)
  }
  const change = (id: number, changed: Partial<Row>) =>
    become(rows.map((row) => (row.id === id ? { ...row, ...changed } : row)))
  return (
    <div className="space-y-2">
      {rows.map((row, index) => {
        const name = row.name || words.row.nameOf(index + 1)
        const isTwice = row.name !== '' && rows.findIndex((each) => each.name === row.name) !== index
        const isBroken = row.isJson && parsed(row.text) === undefined
        return (
          <div key={row.id} className="rounded-lg border border-line p-1.5">
            <div className="mb-1 flex items-center gap-0.5">
              <Input
                label={words.row.nameOf(index + 1)}
                placeholder={words.row.name}
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
                value={row.name}
                aria-invalid={isTwice}
                onChange={(event) => change(row.id, { name: event.target.value })}
                className="grow"
              />
              {!onlyTexts && (
                <ActionButton
                  label={words.row.isJson(name)}
                  aria-pressed={row.isJson}
                  onClick={() => change(row.id, { isJson: !row.isJson })}
                >
                  <Braces aria-hidden />
                </ActionButton>
              )}
              <ActionButton label={words.remove(name)} onClick={() => become(rows.filter(({ id }) => id !== row.id))}>
                <X aria-hidden />
              </ActionButton>
            </div>
            <TemplateField
              label={words.row.valueOf(name)}
              isLabelHidden
              placeholder={words.row.value}
              value={row.text}
              isCode={row.isJson}
              isPlain={isData}
              error={isTwice ? words.row.duplicate : isBroken ? words.notJson : undefined}
              onChange={(text) => change(row.id, { text })}
            />
          </div>
        )
      })}
      <AddButton look="quiet" onClick={() => setTyped([...rows, rowOf('', '')])}>
        {words.row.add}
      </AddButton>
    </div>
  )
}

/** The first of two rows with the same name counts; a value that is not valid JSON is a text. */
function valuesOf(rows: readonly Row[]): Values {
  const values: Values = {}
  for (const { name, text, isJson, isOffered } of rows) {
    if (isOffered && text === '') continue
    if (name === '' || name === '__proto__' || Object.hasOwn(values, name)) continue
    const read = isJson ? parsed(text) : undefined
    values[name] = read ? read.value : text
  }
  return values
}
