import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Download, ScrollText, SearchX, SlidersHorizontal } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { formatDay } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { useChoice } from '../../lib/stored.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { WaitingRows } from '../page-parts/waiting.tsx'
import { changed, daysOf, filterNames, type LogsSearch, pageOf, periodOf, searchedId } from './filters.ts'
import { Filters } from './filters-bar.tsx'
import { LiveSwitch } from './live-switch.tsx'
import { logMessages } from './messages.ts'
import { Pagination } from './pagination.tsx'
import { RunSelection } from './run-selection.tsx'
import { RunTable, shownWords } from './run-table.tsx'
import { pageSize, showsWords, useExports, useRuns, useTail } from './use-runs.ts'

const OWN_DAYS = 'days'

const route = getRouteApi('/signed-in/logs')

/** The runs of the time and the filters that the address names, the newest first. */
export function RunList() {
  const words = useMessages(logMessages)
  const search: LogsSearch = route.useSearch()
  const navigate = useNavigate()
  const limit = useChoice(pageSize)
  const runs = useRuns(search, Number(limit))
  const [isLive, setLive] = useState(true)
  const [marked, setMarked] = useState<readonly string[]>([])
  const days = daysOf(search)
  const language = useLanguage()
  const set = filterNames.filter((name) => search[name])
  const [isOpen, setOpen] = useState(set.length > 0)
  const [typed, setTyped] = useState(search.q ?? '')
  const wanted = useSettled(typed)
  // New runs appear on the first page only.
  useTail(isLive && pageOf(search) === 1)
  const show = (change: LogsSearch) =>
    navigate({ to: '/logs', search: changed(search, { page: undefined, ...change }), replace: true })
  const keep = useEffectEvent(() => {
    if (wanted !== (search.q ?? '')) show({ q: wanted })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted is what is kept
  useEffect(() => keep(), [wanted])
  const clear = () => {
    setTyped('')
    navigate({
      to: '/logs',
      search: changed({}, { period: search.period, from: search.from, to: search.to }),
      replace: true,
    })
  }
  const { listAddress } = useExports()
  const isId = searchedId(search) !== null
  const loaded = runs.data?.data ?? []
  const found =
    isId || !search.q ? loaded : loaded.filter((run) => showsWords(run, shownWords(run, words), search.q ?? ''))
  return (
    <div data-wide className="flex grow flex-col">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField label={words.find} value={typed} onChange={setTyped} className="grow basis-52 sm:max-w-80" />
        <Select
          label={words.period}
          isLabelHidden
          value={days ? OWN_DAYS : periodOf(search)}
          options={[
            ...(['hour', 'day', 'week', 'month'] as const).map((value) => ({ value, label: words.periods[value] })),
            ...(days
              ? [{ value: OWN_DAYS, label: `${formatDay(days.from, language)} – ${formatDay(days.to, language)}` }]
              : []),
          ]}
          onChange={(period) => period !== OWN_DAYS && show({ period, from: '', to: '' })}
          disabled={isId}
          className={days ? 'w-60' : 'w-48 max-sm:grow'}
        />
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden className="size-3.5" />
          {words.filters(set.length)}
        </Button>
        <div className="grow" />
        <LiveSwitch isLive={isLive} onChange={setLive} />
        <a href={listAddress(search, loaded)} download className={buttonClass({ size: 'small' })}>
          <Download aria-hidden className="size-3.5" />
          {words.exportCsv}
        </a>
      </div>
      {isOpen && <Filters search={search} onChange={show} onClear={set.length > 0 ? clear : undefined} />}
      {!runs.data && (runs.isError ? <LoadFailed title={words.failed} query={runs} /> : <WaitingRows />)}
      {runs.data && found.length === 0 && (
        <EmptyState
          icon={set.length > 0 || search.q ? <SearchX aria-hidden /> : <ScrollText aria-hidden />}
          title={set.length > 0 || search.q ? words.noneFound : words.none}
          text={
            isId
              ? words.noneWithId
              : search.q
                ? words.noneLoaded
                : set.length > 0
                  ? words.noneFoundText
                  : words.noneText
          }
        >
          {(set.length > 0 || search.q) && <Button onClick={clear}>{words.clear}</Button>}
        </EmptyState>
      )}
      {found.length > 0 && <RunTable runs={found} search={search} marked={marked} onMark={setMarked} />}
      {runs.data && runs.data.total > 0 && <Pagination found={runs.data} search={search} />}
      {marked.length > 0 && <RunSelection marked={marked} search={search} onClear={() => setMarked([])} />}
    </div>
  )
}
