import type { Variable } from '#contracts/variables.ts'
import { formatWhen } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Table, Td, Th } from '../../../ui/table.tsx'
import { SelectAllTh } from '../../page-parts/table-heads.tsx'
import { variableMessages } from './messages.ts'

type Marked = ReadonlySet<number>
type Selection = { marked: Marked; onMark: (marked: Marked) => void }
type VariablesTableProps = Selection & { variables: Variable[]; onEdit: (variable: Variable) => void }

export function VariablesTable({ variables, marked, onMark, onEdit }: VariablesTableProps) {
  const words = useMessages(variableMessages)
  return (
    <Table caption={words.title}>
      <thead>
        <tr>
          <SelectAllTh label={words.selectAll} ids={variables.map(({ id }) => id)} marked={marked} onMark={onMark} />
          <Th>{words.name}</Th>
          <Th className="max-md:hidden">{words.value}</Th>
          <Th>{words.type}</Th>
          <Th className="max-md:hidden">{words.changed}</Th>
        </tr>
      </thead>
      <tbody>
        {variables.map((variable) => (
          <Row key={variable.id} variable={variable} marked={marked} onMark={onMark} onEdit={onEdit} />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = Selection & { variable: Variable; onEdit: (variable: Variable) => void }

function Row({ variable, marked, onMark, onEdit }: RowProps) {
  const words = useMessages(variableMessages)
  const language = useLanguage()
  const { id, placeholder, is_secret, updated_at } = variable
  const isMarked = marked.has(id)
  const mark = (checked: boolean) => {
    const next = new Set(marked)
    if (checked) next.add(id)
    else next.delete(id)
    onMark(next)
  }
  return (
    <tr className={isMarked ? 'relative bg-accent-soft' : 'relative hover:bg-hover'}>
      <Td className="relative z-1">
        <Checkbox label={words.select(placeholder)} checked={isMarked} onChange={mark} />
      </Td>
      <Td className="max-w-0 max-md:w-full md:w-2/5">
        <button
          type="button"
          onClick={() => onEdit(variable)}
          className="block w-full truncate text-left font-mono text-xs font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus)"
        >
          {placeholder}
        </button>
        <span className="mt-0.5 block truncate text-xs text-muted md:hidden">
          <Value {...variable} />
        </span>
      </Td>
      <Td className="max-w-64 truncate text-muted max-md:hidden">
        <Value {...variable} />
      </Td>
      <Td>
        <Badge tone={is_secret ? 'accent' : 'neutral'}>{is_secret ? words.types.secret : words.types.public}</Badge>
      </Td>
      <Td className="whitespace-nowrap text-muted max-md:hidden">
        <time dateTime={updated_at}>{formatWhen(updated_at, language)}</time>
      </Td>
    </tr>
  )
}

/** The beginning is enough for a row: a value may be as long as a book. */
const MAX_SHOWN = 200

function Value({ value, is_secret }: Variable) {
  const words = useMessages(variableMessages)
  if (is_secret) {
    return (
      <>
        <span aria-hidden>{value}</span>
        <span className="sr-only">{words.masked}</span>
      </>
    )
  }
  return value ? value.slice(0, MAX_SHOWN) : <span className="italic">{words.emptyValue}</span>
}
