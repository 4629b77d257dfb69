import { Link } from '@tanstack/react-router'
import type { Usage, UsedByGroup } from '#contracts/usage.ts'
import { OTHER_ASSISTANTS, OTHER_GROUPS, type UsageGroup } from '#contracts/usage-names.ts'
import { formatNumber, formatShare, formatUsd } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { LogsSearch } from '../logs/filters.ts'
import { useFormats } from '../logs/use-formats.ts'
import { usageMessages } from './messages.ts'
import { useGroupName } from './use-words.ts'

/** The groups, what cost most first, each with the way to its runs. */
export function UsageTable({ usage }: { usage: Usage }) {
  const words = useMessages(usageMessages)
  const { group_by, groups, totals } = usage
  return (
    <Table caption={words.table(words.groups[group_by])}>
      <thead>
        <tr>
          <Th>{words.groups[group_by]}</Th>
          <Th className="text-right">{words.runs}</Th>
          <Th className="text-right max-md:hidden">{words.failedRuns}</Th>
          <Th className="text-right max-sm:hidden">{words.tokens}</Th>
          <Th className="text-right max-lg:hidden">{words.mean}</Th>
          <Th className="text-right max-lg:hidden">{words.longest}</Th>
          <Th className="text-right">{words.cost}</Th>
          <Th className="text-right">{words.share}</Th>
        </tr>
      </thead>
      <tbody>
        {groups.map((row) => (
          <Row key={row.key ?? ''} row={row} usage={usage} share={shareOf(row, totals)} />
        ))}
      </tbody>
    </Table>
  )
}

/** The share of the cost, or of the runs if nothing was spent. */
const shareOf = (row: UsedByGroup, totals: Usage['totals']): number =>
  totals.usd_cost > 0 ? row.usd_cost / totals.usd_cost : totals.runs > 0 ? row.runs / totals.runs : 0

function Row({ row, usage, share }: { row: UsedByGroup; usage: Usage; share: number }) {
  const words = useMessages(usageMessages)
  const language = useLanguage()
  const { duration } = useFormats()
  const name = useGroupName(usage.group_by)(row)
  const search = logsOf(usage, row)
  return (
    <tr className="relative hover:bg-hover">
      <Td className="w-full max-w-0 min-w-32">
        <span className="flex items-center gap-2">
          {search ? (
            <Link
              to="/logs"
              search={search}
              title={words.toLogs(name)}
              className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus)"
            >
              {name}
            </Link>
          ) : (
            <span className="truncate font-medium">{name}</span>
          )}
          {row.is_deleted && <Badge>{words.deleted}</Badge>}
        </span>
      </Td>
      <Td className="text-right tabular-nums">{formatNumber(row.runs, language)}</Td>
      <Td className="text-right tabular-nums max-md:hidden">{formatNumber(row.failed, language)}</Td>
      <Td className="text-right tabular-nums max-sm:hidden">
        {formatNumber(row.input_tokens + row.output_tokens, language)}
      </Td>
      <Td className="text-right whitespace-nowrap tabular-nums max-lg:hidden">{duration(row.mean_ms)}</Td>
      <Td className="text-right whitespace-nowrap tabular-nums max-lg:hidden">{duration(row.p95_ms)}</Td>
      <Td className="text-right tabular-nums">{formatUsd(row.usd_cost, language)}</Td>
      <Td className="text-right tabular-nums">{formatShare(share, language)}</Td>
    </tr>
  )
}

const filters: Record<Exclude<UsageGroup, 'day'>, keyof LogsSearch> = {
  teammate: 'teammate',
  model: 'model',
  channel: 'channel',
  workflow: 'workflow',
}

/** The same runs in the logs; null where no filter describes them. */
function logsOf({ from, to, group_by }: Usage, { key }: UsedByGroup): LogsSearch | null {
  if (key === null || key === OTHER_GROUPS || (key === OTHER_ASSISTANTS && group_by === 'teammate')) return null
  return group_by === 'day' ? { from: key, to: key } : { from, to, [filters[group_by]]: key }
}
