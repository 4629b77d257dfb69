import { Link } from '@tanstack/react-router'
import type { TeammateSpending } from '#contracts/runs.ts'
import { formatTime, formatUsd } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Bar, BarSwatch } from '../../ui/bar.tsx'
import { Section } from '../../ui/section.tsx'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { WaitingRows } from '../page-parts/waiting.tsx'
import { useSpending } from '../staff/use-spending.ts'
import { useTeammates } from '../teammates/use-teammates.ts'
import { barOf, stateOf } from './limit-amount.ts'
import { settingsMessages } from './messages.ts'

type Spender = TeammateSpending['data'][number]

const tones = { fine: 'accent', near: 'warning', reached: 'danger' } as const

/** What each teammate spent today, against the limit; without one there is nothing to fill a bar against. */
export function SpendingBars() {
  const words = useMessages(settingsMessages)
  const language = useLanguage()
  const spending = useSpending()
  const text = spending.data && words.todayText(formatTime(spending.data.resets_at, language))
  return (
    <Section title={words.today} text={text}>
      {spending.data ? (
        <Bars spending={spending.data} />
      ) : spending.isError ? (
        <LoadFailed title={words.spendingFailed} query={spending} />
      ) : (
        <WaitingRows />
      )}
    </Section>
  )
}

function Bars({ spending: { data, limit_usd } }: { spending: TeammateSpending }) {
  const words = useMessages(settingsMessages)
  const language = useLanguage()
  const used = ({ spent_usd, reserved_usd }: Spender) => spent_usd + reserved_usd
  const spenders = data.filter((each) => used(each) > 0).toSorted((a, b) => used(b) - used(a))
  const idle = data.length - spenders.length
  const total = spenders.reduce((sum, { spent_usd }) => sum + spent_usd, 0)
  const hasReserved = spenders.some(({ reserved_usd }) => reserved_usd > 0)
  if (spenders.length === 0) return <p className="text-sm text-muted">{words.nothingSpent}</p>
  return (
    <>
      <ul className="space-y-4">
        {spenders.map((spender) => (
          <SpenderBar key={spender.employee_id} spender={spender} limit={limit_usd} />
        ))}
      </ul>
      {idle > 0 && <p className="mt-4 text-xs text-muted">{words.idle(idle)}</p>}
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line pt-3 text-xs text-muted">
        {limit_usd !== null && <BarSwatch label={words.legendSpent} />}
        {limit_usd !== null && hasReserved && <BarSwatch hatched label={words.legendReserved} />}
        <p className="ml-auto">
          {words.total} <span className="font-medium text-ink tabular-nums">{formatUsd(total, language)}</span>
        </p>
      </div>
    </>
  )
}

function SpenderBar({ spender, limit }: { spender: Spender; limit: number | null }) {
  const words = useMessages(settingsMessages)
  const language = useLanguage()
  const usd = (amount: number) => formatUsd(amount, language)
  const { employee_id, name, spent_usd, reserved_usd } = spender
  const state = stateOf(spent_usd, reserved_usd, limit)
  const { data: teammates } = useTeammates()
  // A colleague's assistant spends too, but is nobody else's to open.
  const isOpen = !teammates || teammates.some(({ id }) => id === employee_id)
  const bar = limit === null ? null : barOf(spent_usd, reserved_usd, limit)
  return (
    <li>
      <div className="mb-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
        <span className="flex max-w-full min-w-0 items-center gap-2.5">
          <Avatar name={name} size="small" />
          {isOpen ? (
            <Link
              to="/staff/ai/$employeeId"
              params={{ employeeId: employee_id }}
              className="truncate font-medium hover:underline"
            >
              {name}
            </Link>
          ) : (
            <span className="truncate">
              <span className="font-medium">{name}</span> <span className="text-muted">{words.ofColleague}</span>
            </span>
          )}
        </span>
        {state === 'near' && <Badge tone="warning">{words.near}</Badge>}
        {state === 'reached' && <Badge tone="danger">{words.reached}</Badge>}
        <span className="ml-auto text-right tabular-nums">
          {limit === null ? usd(spent_usd) : words.spentOf(usd(spent_usd), usd(limit))}
          {reserved_usd > 0 && <span className="block text-xs text-muted">{words.reserved(usd(reserved_usd))}</span>}
        </span>
      </div>
      {bar && <Bar tone={tones[state]} filled={bar.spent} hatched={bar.reserved} />}
    </li>
  )
}
