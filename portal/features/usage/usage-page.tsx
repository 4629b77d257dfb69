import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ChartColumn, Download } from 'lucide-react'
import { USAGE_GROUPS } from '#contracts/usage-names.ts'
import { useMessages } from '../../lib/i18n.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { LogsTabs } from '../logs/logs-tabs.tsx'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { ManagersOnly } from '../page-parts/managers-only.tsx'
import { WaitingRows } from '../page-parts/waiting.tsx'
import { Page } from '../shell/page.tsx'
import { DayChart } from './day-chart.tsx'
import { usageMessages } from './messages.ts'
import { type Days, dayOf, groupOf, type RangeName, rangeOf, type UsageSearch } from './range.ts'
import { UsageTable } from './usage-table.tsx'
import { UsageTotals } from './usage-totals.tsx'
import { UsageWarnings } from './usage-warnings.tsx'
import { useUsage, useUsageFile } from './use-usage.ts'

const route = getRouteApi('/signed-in/usage')

/** What runs used, and what it cost. */
export function UsagePage() {
  const words = useMessages(usageMessages)
  return (
    <ManagersOnly>
      <Page title={words.title} tabs={<LogsTabs />}>
        <UsageOfRange />
      </Page>
    </ManagersOnly>
  )
}

function UsageOfRange() {
  const words = useMessages(usageMessages)
  const search: UsageSearch = route.useSearch()
  const navigate = useNavigate()
  const { name, days } = rangeOf(search, new Date())
  const group = groupOf(search)
  const byDay = useUsage(days, 'day')
  const usage = useUsage(days, group)
  const file = useUsageFile(days, group)
  const show = (change: UsageSearch) => navigate({ to: '/usage', search: { ...search, ...change }, replace: true })
  const isKnown = byDay.data && usage.data
  const isEmpty = byDay.data?.totals.runs === 0 && byDay.data.groups.length === 0
  return (
    <div data-wide className="flex grow flex-col gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <Range name={name} days={days} onShow={show} />
        <div className="grow" />
        <a href={file} download className={buttonClass({ size: 'small' })}>
          <Download aria-hidden className="size-3.5" />
          {words.exportCsv}
        </a>
      </div>
      {!isKnown &&
        (usage.isError || byDay.isError ? <LoadFailed title={words.failed} query={usage} /> : <WaitingRows />)}
      {byDay.data && <UsageWarnings warnings={byDay.data.warnings} />}
      {isKnown && isEmpty && <EmptyState icon={<ChartColumn aria-hidden />} title={words.none} text={words.noneText} />}
      {isKnown && !isEmpty && (
        <>
          <UsageTotals totals={byDay.data.totals} />
          <DayChart usage={byDay.data} />
          <section aria-label={words.by} className="space-y-3">
            <Select
              label={words.by}
              value={group}
              options={USAGE_GROUPS.map((value) => ({ value, label: words.groups[value] }))}
              onChange={(by) => show({ by })}
              className="w-48"
            />
            <UsageTable usage={usage.data} />
            <p className="text-xs text-muted">{words.utc}</p>
          </section>
        </>
      )}
    </div>
  )
}

type RangeProps = { name: RangeName; days: Days; onShow: (change: UsageSearch) => void }

function Range({ name, days, onShow }: RangeProps) {
  const words = useMessages(usageMessages)
  const change = (part: Partial<Days>) => {
    const { from, to } = { ...days, ...part }
    // A cleared date field is an empty string.
    if (from && to && from <= to) onShow({ range: 'own', from, to })
  }
  return (
    <>
      <Segmented
        label={words.range}
        value={name}
        choices={(['today', 'week', 'month', 'quarter', 'own'] as const).map((value) => ({
          value,
          label: words.ranges[value],
        }))}
        onChange={(range) => onShow(range === 'own' ? { range, ...days } : { range, from: '', to: '' })}
      />
      {name === 'own' && (
        <>
          <TextField
            label={words.from}
            type="date"
            className="w-40"
            value={days.from}
            max={days.to}
            onChange={(event) => change({ from: event.target.value })}
          />
          <TextField
            label={words.to}
            type="date"
            className="w-40"
            value={days.to}
            max={dayOf(Date.now())}
            onChange={(event) => change({ to: event.target.value })}
          />
        </>
      )}
    </>
  )
}
