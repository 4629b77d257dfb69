import { Link } from '@tanstack/react-router'
import { shownChannel } from '#contracts/log-names.ts'
import type { ListedRun } from '#contracts/logged-runs.ts'
import { formatNumber, formatUsd } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { changed, type LogsSearch } from './filters.ts'
import { logMessages } from './messages.ts'
import { StatusBadge } from './status-badge.tsx'
import { useFormats } from './use-formats.ts'

type Words = (typeof logMessages)['en']

export const channelLabel = (run: ListedRun, { channels }: Words): string => {
  const channel = shownChannel(run)
  return channels[channel] ?? channel
}

/** Null where it answers in a conversation, whose channel says enough. */
export function starterLabel({ started_by }: ListedRun, { starters }: Words): string | null {
  if (!started_by) return null
  const { kind, name } = started_by
  if (kind === 'person') return name ?? starters.person
  const isNamed = kind === 'hosted_tools' || kind === 'console'
  return isNamed && name ? `${starters[kind]} (${name})` : starters[kind]
}

const titleOf = (run: ListedRun): string | null => run.workflow_name ?? run.conversation_title

/** A run without a title is named by who ran and what started it: “Robin · Private API”. */
export const runName = (run: ListedRun, words: Words): string =>
  titleOf(run) ?? [ranBy(run, words), starterLabel(run, words) ?? channelLabel(run, words)].join(' · ')

const ranBy = ({ employee_name }: ListedRun, { organizationRun }: Words) => employee_name ?? organizationRun

/** What is searched beside what the run itself says. */
export const shownWords = (run: ListedRun, words: Words): (string | null)[] => [
  channelLabel(run, words),
  starterLabel(run, words),
  words.statuses[run.status],
  run.fallback_used ? words.fallbackUsed : null,
  run.is_test ? words.testRun : null,
]

type RunTableProps = {
  runs: ListedRun[]
  search: LogsSearch
  marked: readonly string[]
  onMark: (marked: readonly string[]) => void
}

export function RunTable({ runs, search, marked, onMark }: RunTableProps) {
  const words = useMessages(logMessages)
  return (
    <Table caption={words.title}>
      <thead>
        <tr>
          <Th className="w-0 max-sm:hidden">
            <span className="sr-only">{words.compare}</span>
          </Th>
          <Th>{words.what}</Th>
          <Th>{words.status}</Th>
          <Th className="max-md:hidden">{words.channel}</Th>
          <Th className="text-right max-sm:hidden">{words.duration}</Th>
          <Th className="text-right max-lg:hidden">{words.tokens}</Th>
          <Th className="text-right max-lg:hidden">{words.cost}</Th>
          <Th className="text-right">{words.started}</Th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row
            key={run.run_id}
            run={run}
            search={search}
            isMarked={marked.includes(run.run_id)}
            // The two runs selected last are compared.
            onMark={(isMarked) => {
              const others = marked.filter((id) => id !== run.run_id)
              onMark(isMarked ? [...others.slice(-1), run.run_id] : others)
            }}
          />
        ))}
      </tbody>
    </Table>
  )
}

/** What else than an answer it is: several runs of a conversation bear its title. */
const aside = ({ workflow_id, state: { currentStepId } }: ListedRun, { asides }: Words) =>
  workflow_id === null && currentStepId !== null && currentStepId !== 'answer'
    ? (asides[currentStepId] ?? currentStepId)
    : null

type RowProps = { run: ListedRun; search: LogsSearch; isMarked: boolean; onMark: (isMarked: boolean) => void }

function Row({ run, search, isMarked, onMark }: RowProps) {
  const words = useMessages(logMessages)
  const language = useLanguage()
  const { duration, moment, shortMoment } = useFormats()
  const name = runName(run, words)
  // Not repeated where the name already has it.
  const origin = titleOf(run) === null ? [] : [ranBy(run, words), starterLabel(run, words)]
  return (
    <tr className="relative hover:bg-hover">
      <Td className="w-0 max-sm:hidden">
        <span className="relative z-1 flex">
          <Checkbox label={words.select(`${name}, ${moment(run.created_at)}`)} checked={isMarked} onChange={onMark} />
        </span>
      </Td>
      <Td className="w-full max-w-0 min-w-32">
        <Link
          to="/logs"
          search={changed(search, { run: run.run_id })}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus)"
        >
          {name}
        </Link>
        <span className="mt-0.5 block truncate text-xs text-muted">
          {[...origin, run.model, aside(run, words)].filter(Boolean).join(' · ')}
        </span>
      </Td>
      <Td>
        <span className="flex flex-wrap gap-1">
          <StatusBadge status={run.status} />
          {run.is_test && <Badge tone="neutral">{words.testRun}</Badge>}
          {run.fallback_used && <Badge tone="warning">{words.fallbackUsed}</Badge>}
        </span>
      </Td>
      <Td className="whitespace-nowrap text-muted max-md:hidden">{channelLabel(run, words)}</Td>
      <Td className="text-right whitespace-nowrap tabular-nums max-sm:hidden">{duration(run.duration_ms)}</Td>
      <Td className="text-right tabular-nums max-lg:hidden">
        {formatNumber(run.input_tokens + run.output_tokens, language)}
      </Td>
      <Td className="text-right tabular-nums max-lg:hidden">{formatUsd(run.usd_cost, language)}</Td>
      <Td className="text-right whitespace-nowrap text-muted tabular-nums">
        <time dateTime={run.created_at} title={moment(run.created_at)}>
          {shortMoment(run.created_at)}
        </time>
      </Td>
    </tr>
  )
}
