import { Link } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatUsd } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { useIsManager } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SortTh, Table, Td } from '../../ui/table.tsx'
import { ActionsTh, SelectAllTh } from '../page-parts/table-heads.tsx'
import { staffMessages } from './messages.ts'
import { type Column, canBeDeleted, type Sorting, type StaffRow } from './sort-teammates.ts'

type Marked = ReadonlySet<string>
type StaffTableProps = {
  rows: StaffRow[]
  sorting: Sorting
  onSort: (column: Column) => void
  /** Only for those who may delete. */
  selection?: { marked: Marked; onMark: (marked: Marked) => void }
}

export function StaffTable({ rows, sorting, onSort, selection }: StaffTableProps) {
  const words = useMessages(staffMessages)
  const isManager = useIsManager()
  const deletable = rows
    .map(({ teammate }) => teammate)
    .filter(canBeDeleted)
    .map(({ id }) => id)
  const head = (column: Column, label: ReactNode, className?: string) => (
    <SortTh
      sorted={sorting.column === column ? (sorting.descending ? 'descending' : 'ascending') : undefined}
      onSort={() => onSort(column)}
      {...(className && { className })}
    >
      {label}
    </SortTh>
  )
  return (
    <Table caption={words.teammates}>
      <thead>
        <tr>
          {selection && <SelectAllTh label={words.selectAll} ids={deletable} {...selection} />}
          {head('name', words.name)}
          {head('role', words.role, 'max-md:hidden')}
          {head('model', words.model, 'max-md:hidden')}
          {head('channel', words.channel, 'max-md:hidden')}
          {isManager && head('spent', words.spent, 'text-right max-md:w-20 max-md:whitespace-normal!')}
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.teammate.id} row={row} selection={selection} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({
  row: { teammate, model, channels, pending, hasChannelProblem, spent },
  selection,
}: {
  row: StaffRow
  selection: StaffTableProps['selection']
}) {
  const words = useMessages(staffMessages)
  const isManager = useIsManager()
  const isMarked = selection?.marked.has(teammate.id) ?? false
  const mark = (checked: boolean) => {
    const next = new Set(selection?.marked)
    if (checked) next.add(teammate.id)
    else next.delete(teammate.id)
    selection?.onMark(next)
  }
  return (
    <tr className={isMarked ? 'relative bg-accent-soft' : 'relative hover:bg-hover'}>
      {selection && (
        <Td className="relative z-1">
          {canBeDeleted(teammate) && (
            <Checkbox label={words.select(teammate.name)} checked={isMarked} onChange={mark} />
          )}
        </Td>
      )}
      <Td className="max-w-0 max-md:w-full md:w-2/5">
        <Link
          to="/staff/ai/$employeeId"
          params={{ employeeId: teammate.id }}
          className="flex min-w-0 items-center gap-2.5 font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus)"
        >
          <Avatar name={teammate.name} />
          <span className="min-w-0 leading-tight">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <span className="truncate">{teammate.name}</span>
              {hasChannelProblem && isManager && <Badge tone="warning">{words.channelProblem}</Badge>}
              {pending > 0 && isManager && <Badge tone="warning">{words.pending(pending)}</Badge>}
              {teammate.is_system && !(teammate.is_personal_assistant && teammate.role) && (
                <span className="max-md:hidden">
                  <Badge tone="neutral">{teammate.is_personal_assistant ? words.assistant : words.system}</Badge>
                </span>
              )}
            </span>
            <span className="line-clamp-2 text-xs font-normal text-muted md:hidden">{teammate.role}</span>
          </span>
        </Link>
      </Td>
      <Td className="max-w-48 truncate text-muted max-md:hidden">{teammate.role}</Td>
      <Td className="max-w-48 truncate text-muted max-md:hidden">{model}</Td>
      <Td title={channels.join(', ')} className="max-w-48 truncate text-muted max-md:hidden">
        {channels.join(', ') || words.noChannel}
      </Td>
      {isManager && (
        <Td className="text-right whitespace-nowrap tabular-nums">
          <SpentToday usd={spent} />
        </Td>
      )}
      <Td className="relative z-1 w-10 py-0">
        <Link
          to="/chat/$employeeId"
          params={{ employeeId: teammate.id }}
          aria-label={words.chatWith(teammate.name)}
          title={words.chatWith(teammate.name)}
          className="flex size-8 items-center justify-center rounded-lg text-muted hover:bg-selected hover:text-ink [&_svg]:size-4"
        >
          <MessageSquare aria-hidden />
        </Link>
      </Td>
    </tr>
  )
}

function SpentToday({ usd }: { usd: number | null }) {
  const words = useMessages(staffMessages)
  const language = useLanguage()
  if (usd !== null) return formatUsd(usd, language)
  return (
    <span className="text-faint" title={words.spentUnknown}>
      –
    </span>
  )
}
