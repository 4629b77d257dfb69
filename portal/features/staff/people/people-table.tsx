import { LogOut, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { Person } from '#contracts/staff.ts'
import { formatWhen } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { useIsManager, useSession } from '../../../lib/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Table, Td, Th } from '../../../ui/table.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { ActionsTh, SelectAllTh } from '../../page-parts/table-heads.tsx'
import { nameOf } from '../../people/use-people.ts'
import { canRemove, canSelect } from './find-people.ts'
import { peopleMessages } from './messages.ts'
import { RoleOf } from './role-of.tsx'
import { useLeave } from './use-remove-people.ts'

type Marked = ReadonlySet<string>
type PeopleTableProps = {
  people: Person[]
  marked: Marked
  onMark: (marked: Marked) => void
  onRemove: (person: Person) => void
}

export function PeopleTable({ people, marked, onMark, onRemove }: PeopleTableProps) {
  const words = useMessages(peopleMessages)
  const isManager = useIsManager()
  const viewer = useViewer()
  const selectable = people.filter((person) => canSelect(viewer, person)).map(({ id }) => id)
  return (
    <Table caption={words.people}>
      <thead>
        <tr>
          {isManager && <SelectAllTh label={words.selectAll} ids={selectable} marked={marked} onMark={onMark} />}
          <Th>{words.name}</Th>
          <Th className="max-md:hidden">{words.role}</Th>
          {isManager && <Th className="max-md:hidden">{words.groups}</Th>}
          {isManager && <Th className="max-md:hidden">{words.lastSeen}</Th>}
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Row key={person.id} person={person} marked={marked} onMark={onMark} onRemove={onRemove} />
        ))}
      </tbody>
    </Table>
  )
}

function useViewer() {
  const { user, organization } = useSession()
  return { id: user.id, role: organization.role }
}

type RowProps = Omit<PeopleTableProps, 'people'> & { person: Person }

function Row({ person, marked, onMark, onRemove }: RowProps) {
  const words = useMessages(peopleMessages)
  const language = useLanguage()
  const isManager = useIsManager()
  const viewer = useViewer()
  const name = nameOf(person)
  const isMarked = marked.has(person.id)
  const mark = (checked: boolean) => {
    const next = new Set(marked)
    if (checked) next.add(person.id)
    else next.delete(person.id)
    onMark(next)
  }
  const groups = person.groups?.map((group) => group.name).join(', ')
  return (
    <tr className={isMarked ? 'bg-accent-soft' : 'hover:bg-hover'}>
      {isManager && (
        <Td>
          {canSelect(viewer, person) && <Checkbox label={words.select(name)} checked={isMarked} onChange={mark} />}
        </Td>
      )}
      <Td className="max-w-0 max-md:w-full md:w-2/5">
        <div className="flex min-w-0 items-center gap-2.5">
          <Avatar name={name} picture={person.picture} />
          <span className="min-w-0 leading-tight">
            <span className="flex items-center gap-2 font-medium">
              <span className="truncate">{name}</span>
              {person.id === viewer.id && <Badge tone="neutral">{words.you}</Badge>}
            </span>
            {person.name && <span className="block truncate text-xs text-muted">{person.email}</span>}
            <span className="mt-1.5 block text-xs text-muted md:hidden">
              <RoleOf person={person} />
            </span>
          </span>
        </div>
      </Td>
      <Td className="whitespace-nowrap text-muted max-md:hidden">
        <RoleOf person={person} />
      </Td>
      {isManager && (
        <Td className="max-w-48 truncate text-muted max-md:hidden">
          {groups || (person.role === 'member' ? words.noGroups : words.allTeammates)}
        </Td>
      )}
      {isManager && (
        <Td className="whitespace-nowrap text-muted max-md:hidden">
          {person.last_seen_at ? formatWhen(person.last_seen_at, language) : words.notSeen}
        </Td>
      )}
      <Td className="w-10 py-0 text-right">
        {canRemove(viewer, person) && (
          <IconButton label={words.removeLabel(name)} onClick={() => onRemove(person)}>
            <UserMinus aria-hidden />
          </IconButton>
        )}
        {person.id === viewer.id && <Leave />}
      </Td>
    </tr>
  )
}

function Leave() {
  const words = useMessages(peopleMessages)
  const parts = useMessages(partMessages)
  const { organization } = useSession()
  const [asking, setAsking] = useState(false)
  const leave = useLeave()
  return (
    <>
      <IconButton label={words.leave} onClick={() => setAsking(true)}>
        <LogOut aria-hidden />
      </IconButton>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.leaveTitle(organization.name)}
        text={words.leaveText}
        action={words.leave}
        cancel={parts.cancel}
        busy={leave.isPending}
        onConfirm={() => leave.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}
