import { SearchX, UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Person } from '#contracts/staff.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useIsManager, useSession } from '../../../lib/session.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { WaitingRows } from '../../page-parts/waiting.tsx'
import { nameOf, usePeople } from '../../people/use-people.ts'
import { Page } from '../../shell/page.tsx'
import { staffMessages } from '../messages.ts'
import { StaffSelection } from '../staff-selection.tsx'
import { StaffTabs } from '../staff-tabs.tsx'
import { canSelect, findPeople } from './find-people.ts'
import { peopleMessages } from './messages.ts'
import { PeopleTable } from './people-table.tsx'
import { usePeopleEvents } from './use-people-events.ts'
import { useRemovePeople } from './use-remove-people.ts'

const Invites = lazy(() =>
  whenReachable(() => import('../invites/invites.tsx')).then((module) => ({ default: module.Invites })),
)

export function PeoplePage() {
  const words = useMessages(peopleMessages)
  const staff = useMessages(staffMessages)
  const people = usePeople()
  usePeopleEvents()
  return (
    <Page title={staff.staff} part="people" tabs={<StaffTabs />}>
      {people.data ? (
        <People people={people.data.data} />
      ) : people.isError ? (
        <LoadFailed title={words.failed} query={people} />
      ) : (
        <WaitingRows />
      )}
    </Page>
  )
}

function People({ people }: { people: Person[] }) {
  const words = useMessages(peopleMessages)
  const { user, organization } = useSession()
  const [wanted, setWanted] = useState('')
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [leaving, setLeaving] = useState<readonly Person[]>([])
  const [isInviting, setInviting] = useState(false)
  const isManager = useIsManager()
  const found = findPeople(people, wanted)
  const viewer = { id: user.id, role: organization.role }
  const selected = people.filter((person) => marked.has(person.id) && canSelect(viewer, person))
  return (
    <>
      <div className="mb-3 flex min-h-9 items-center gap-3">
        <SearchField label={words.find} value={wanted} onChange={setWanted} className="grow sm:max-w-xs" />
        {isManager && (
          <Button look="primary" className="ml-auto" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden className="size-4" />
            {words.invite}
          </Button>
        )}
      </div>
      {found.length > 0 ? (
        <PeopleTable people={found} marked={marked} onMark={setMarked} onRemove={(person) => setLeaving([person])} />
      ) : (
        <EmptyState icon={<SearchX aria-hidden />} title={words.noneFound} text={words.noneFoundText}>
          <Button onClick={() => setWanted('')}>{words.clearSearch}</Button>
        </EmptyState>
      )}
      {selected.length > 0 && (
        <StaffSelection
          count={selected.length}
          label={words.remove}
          onClear={() => setMarked(new Set())}
          onDelete={() => setLeaving(selected)}
        />
      )}
      <Suspense>{isManager && <Invites isInviting={isInviting} onClose={() => setInviting(false)} />}</Suspense>
      <RemovePeople people={leaving} onClose={() => setLeaving([])} onRemoved={() => setMarked(new Set())} />
    </>
  )
}

type RemovePeopleProps = { people: readonly Person[]; onClose: () => void; onRemoved: () => void }

function RemovePeople({ people, onClose, onRemoved }: RemovePeopleProps) {
  const words = useMessages(peopleMessages)
  const parts = useMessages(partMessages)
  const { organization } = useSession()
  const remove = useRemovePeople()
  const [first] = people
  return (
    <Confirm
      open={people.length > 0}
      onOpenChange={(open) => !open && onClose()}
      title={words.removeTitle(people.length, first ? nameOf(first) : '')}
      text={words.removeText(organization.name)}
      action={words.remove}
      cancel={parts.cancel}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(people, { onSuccess: onRemoved, onSettled: onClose })}
    />
  )
}
