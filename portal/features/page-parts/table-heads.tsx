import { useMessages } from '../../lib/i18n.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Th } from '../../ui/table.tsx'
import { partMessages } from './messages.ts'

/** Over the column of a row's buttons. */
export function ActionsTh() {
  const words = useMessages(partMessages)
  return (
    <Th>
      <span className="sr-only">{words.actions}</span>
    </Th>
  )
}

type SelectAllThProps<Id> = {
  label: string
  /** Of the rows that may be selected. */
  ids: readonly Id[]
  marked: ReadonlySet<Id>
  onMark: (marked: ReadonlySet<Id>) => void
}

export function SelectAllTh<Id>({ label, ids, marked, onMark }: SelectAllThProps<Id>) {
  const count = ids.filter((id) => marked.has(id)).length
  return (
    <Th className="w-10">
      <Checkbox
        label={label}
        disabled={ids.length === 0}
        checked={count > 0 && (count === ids.length || 'indeterminate')}
        onChange={(checked) => onMark(new Set(checked ? ids : []))}
      />
    </Th>
  )
}
