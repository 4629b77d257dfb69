import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { SearchX, Trash2, UserPlus, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../lib/i18n.ts'
import { useIsManager } from '../../lib/session.ts'
import { whenReachable } from '../../lib/when-reachable.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useCatalog } from '../models/use-catalog.ts'
import { LoadFailed } from '../page-parts/load-failed.tsx'
import { WaitingRows } from '../page-parts/waiting.tsx'
import { Page } from '../shell/page.tsx'
import { accessMessages } from '../teammates/access/messages.ts'
import { useMissingAccess } from '../teammates/access/use-missing-access.ts'
import { pendingByTeammate, useBots } from '../teammates/use-bots.ts'
import { useTeammates } from '../teammates/use-teammates.ts'
import { CreateTeammate } from './create-teammate.tsx'
import { staffMessages } from './messages.ts'
import { arrange, canBeDeleted, nextSorting, type Sorting, type StaffRow } from './sort-teammates.ts'
import { StaffSelection } from './staff-selection.tsx'
import { StaffTable } from './staff-table.tsx'
import { StaffTabs } from './staff-tabs.tsx'
import { useChannels } from './use-channels.ts'
import { useDeleteTeammates } from './use-delete-teammates.ts'
import { useSpending } from './use-spending.ts'

const DeletedTeammates = lazy(() =>
  whenReachable(() => import('./deleted-teammates.tsx')).then((module) => ({ default: module.DeletedTeammates })),
)

const route = getRouteApi('/signed-in/staff')

/** The teammates of an organization; its people are in `people/`. */
export function StaffPage() {
  const words = useMessages(staffMessages)
  const isManager = useIsManager()
  const teammates = useTeammates()
  const { create } = route.useSearch()
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  const [isTrashOpen, setTrashOpen] = useState(false)
  /** Anyone who was sent here to create one finds the dialog open. */
  const isAsked = create !== undefined && isManager
  const close = () => {
    setCreating(false)
    if (isAsked) navigate({ to: '/staff', replace: true })
  }
  return (
    <Page
      title={words.staff}
      part="teammates"
      tabs={<StaffTabs />}
      actions={
        isManager && (
          <>
            <IconButton label={words.deletedTeammates} onClick={() => setTrashOpen(true)}>
              <Trash2 aria-hidden />
            </IconButton>
            <AddButton look="primary" onClick={() => setCreating(true)}>
              {words.create}
            </AddButton>
          </>
        )
      }
    >
      {teammates.data ? (
        <Staff teammates={teammates.data} onCreate={() => setCreating(true)} />
      ) : teammates.isError ? (
        <LoadFailed title={words.failed} query={teammates} />
      ) : (
        <WaitingRows />
      )}
      <Suspense>{isTrashOpen && <DeletedTeammates onClose={() => setTrashOpen(false)} />}</Suspense>
      {(creating || isAsked) && <CreateTeammate onClose={close} />}
    </Page>
  )
}

function Staff({ teammates, onCreate }: { teammates: Teammate[]; onCreate: () => void }) {
  const words = useMessages(staffMessages)
  const access = useMessages(accessMessages)
  const missingAccess = useMissingAccess()
  const isManager = useIsManager()
  const [wanted, setWanted] = useState('')
  const [sorting, setSorting] = useState<Sorting>({ column: 'name', descending: false })
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const remove = useDeleteTeammates()
  const rows = arrange(useRows(teammates), wanted, sorting)
  const selected = teammates.filter((teammate) => marked.has(teammate.id) && canBeDeleted(teammate))
  const onlyOwn = teammates.every(({ is_personal_assistant }) => is_personal_assistant)

  return (
    <>
      <div className="mb-3 flex min-h-9 items-center gap-3">
        <SearchField label={words.find} value={wanted} onChange={setWanted} className="grow sm:max-w-xs" />
        {!isManager && <p className="text-xs text-muted max-md:hidden">{words.onlyYours}</p>}
      </div>
      {rows.length > 0 ? (
        <StaffTable
          rows={rows}
          sorting={sorting}
          onSort={(column) => setSorting(nextSorting(sorting, column))}
          {...(isManager && { selection: { marked, onMark: setMarked } })}
        />
      ) : (
        <EmptyState icon={<SearchX aria-hidden />} title={words.noneFound} text={words.noneFoundText}>
          <Button onClick={() => setWanted('')}>{words.clearSearch}</Button>
        </EmptyState>
      )}
      {missingAccess && !wanted && (
        <EmptyState icon={<Users aria-hidden />} title={access.title} text={missingAccess} />
      )}
      {onlyOwn && !wanted && isManager && (
        <EmptyState icon={<UserPlus aria-hidden />} title={words.first} text={words.firstText}>
          <Button look="primary" onClick={onCreate}>
            {words.create}
          </Button>
        </EmptyState>
      )}
      {selected.length > 0 && (
        <StaffSelection
          count={selected.length}
          onClear={() => setMarked(new Set())}
          onDelete={() => {
            remove.mutate(selected)
            setMarked(new Set())
          }}
        />
      )}
    </>
  )
}

function useRows(teammates: Teammate[]): StaffRow[] {
  const words = useMessages(staffMessages)
  const { data: models = [] } = useCatalog()
  const { data: spending } = useSpending()
  const names = new Map(models.map(({ id, name }) => [id, name]))
  const spent = new Map(spending?.data.map(({ employee_id, spent_usd }) => [employee_id, spent_usd]))
  const channelsOf = useChannels()
  const { data: bots = [] } = useBots()
  const pending = pendingByTeammate(bots)
  return teammates.map((teammate) => ({
    teammate,
    channels: channelsOf(teammate),
    pending: pending.get(teammate.id) ?? 0,
    hasChannelProblem: bots.some(({ employee_id, has_problem }) => employee_id === teammate.id && has_problem),
    model: names.get(teammate.model ?? '') ?? words.auto,
    spent: spending ? (spent.get(teammate.id) ?? 0) : null,
  }))
}
