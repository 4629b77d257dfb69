import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { AccessGroup } from '#contracts/access-groups.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { ListPlaceholder } from '../../page-parts/list-placeholder.tsx'
import { ManagersOnly } from '../../page-parts/managers-only.tsx'
import { RowButtons } from '../../page-parts/row-buttons.tsx'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { GroupDialog } from './group-dialog.tsx'
import { accessGroupMessages } from './messages.ts'
import { useAccessGroups, useDeleteGroup } from './use-access-groups.ts'

export function AccessGroups() {
  return (
    <ManagersOnly>
      <Groups />
    </ManagersOnly>
  )
}

function Groups() {
  const words = useMessages(accessGroupMessages)
  const groups = useAccessGroups()
  /** `null` is a group that is being made. */
  const [edited, setEdited] = useState<AccessGroup | null | undefined>(undefined)
  const createButton = (
    <AddButton look="primary" onClick={() => setEdited(null)}>
      {words.create}
    </AddButton>
  )
  return (
    <Section title={words.title} text={words.text} actions={createButton}>
      <ListPlaceholder query={groups} failed={words.failed} />
      {groups.data?.data.length === 0 && (
        <EmptyState icon={<UsersRound aria-hidden />} title={words.none} text={words.noneText} />
      )}
      {groups.data && groups.data.data.length > 0 && (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {groups.data.data.map((group) => (
            <GroupRow key={group.id} group={group} onEdit={() => setEdited(group)} />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <GroupDialog key={edited?.id ?? 'new'} group={edited} onClose={() => setEdited(undefined)} />
      )}
    </Section>
  )
}

function GroupRow({ group, onEdit }: { group: AccessGroup; onEdit: () => void }) {
  const words = useMessages(accessGroupMessages)
  const { data: teammates = [] } = useTeammates()
  const remove = useDeleteGroup()
  const names = teammates.filter(({ id }) => group.employee_ids.includes(id)).map(({ name }) => name)
  const people = words.people(group.user_ids.length)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-52">
        <h3 className="truncate text-sm font-medium">{group.name}</h3>
        <p className="mt-0.5 truncate text-xs text-muted">
          {people} · {names.length > 0 ? names.join(', ') : words.teammateCount(group.employee_ids.length)}
        </p>
      </div>
      <RowButtons
        name={group.name}
        onEdit={onEdit}
        title={words.deleteTitle(group.name)}
        text={words.deleteText(group.user_ids.length)}
        work={() => remove.mutateAsync(group)}
        done={words.deleted(group.name)}
        failed={words.deleteFailed}
      />
    </li>
  )
}
