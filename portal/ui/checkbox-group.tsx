import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'

type CheckboxGroupProps<Id extends string> = {
  legend: string
  items: readonly { id: Id; label: string }[]
  chosen: readonly Id[]
  onChange: (chosen: readonly Id[]) => void
  /** Of the boxes together. */
  className?: string
  /** What to know about the choice, below it. */
  children?: ReactNode
}

/** Boxes of which any number may be chosen. */
export function CheckboxGroup<Id extends string>(props: CheckboxGroupProps<Id>) {
  const { legend, items, chosen, onChange, className = 'space-y-2.5 py-1', children } = props
  const turn = (id: Id, on: boolean) => onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {items.length > 0 && (
        <div className={className}>
          {items.map(({ id, label }) => (
            <Checkbox key={id} shown label={label} checked={chosen.includes(id)} onChange={(on) => turn(id, on)} />
          ))}
        </div>
      )}
      {children}
    </fieldset>
  )
}
