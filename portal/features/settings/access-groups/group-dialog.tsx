import { useState } from 'react'
import type { AccessGroup } from '#contracts/access-groups.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { issueOf, problemBeside } from '../../../lib/refusal.ts'
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { FormDialog } from '../../page-parts/form-dialog.tsx'
import { usePeople } from '../../people/use-people.ts'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { accessGroupMessages } from './messages.ts'
import { useSaveGroup } from './use-access-groups.ts'

/** Makes a group, or changes the one that is given. */
export function GroupDialog({ group, onClose }: { group: AccessGroup | null; onClose: () => void }) {
  const words = useMessages(accessGroupMessages)
  const [name, setName] = useState(group?.name ?? '')
  const [people, setPeople] = useState<readonly string[]>(group?.user_ids ?? [])
  const [teammates, setTeammates] = useState<readonly string[]>(group?.employee_ids ?? [])
  const save = useSaveGroup(group)
  const submit = () => {
    save.mutate(
      { name, user_ids: [...people], employee_ids: [...teammates] },
      {
        onSuccess: (saved) => {
          onClose()
          showToast(words.saved(saved.name))
        },
      },
    )
  }
  const { error } = save
  return (
    <FormDialog
      title={group ? words.editTitle : words.createTitle}
      isReady={name.trim() !== ''}
      busy={save.isPending}
      problem={problemBeside(['name'], error, words.saveFailed)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label={words.name}
        placeholder={words.namePlaceholder}
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={issueOf(error, 'name')}
      />
      <People chosen={people} onChange={setPeople} />
      <Teammates chosen={teammates} onChange={setTeammates} />
    </FormDialog>
  )
}

type ChoiceProps = { chosen: readonly string[]; onChange: (chosen: readonly string[]) => void }

function People(props: ChoiceProps) {
  const words = useMessages(accessGroupMessages)
  const { data } = usePeople()
  const people = data?.data ?? []
  const items = people.map((person) => ({
    id: person.id,
    label: person.name ? `${person.name} · ${person.email}` : person.email,
  }))
  return <Choices legend={words.members} items={items} {...props} />
}

function Teammates(props: ChoiceProps) {
  const words = useMessages(accessGroupMessages)
  const { data: teammates = [], isSuccess } = useTeammates()
  const shareable = teammates.filter(({ is_personal_assistant }) => !is_personal_assistant)
  const items = shareable.map(({ id, name, role }) => ({ id, label: role ? `${name} · ${role}` : name }))
  return <Choices legend={words.teammates} items={items} none={isSuccess ? words.noTeammates : undefined} {...props} />
}

type ChoicesProps = ChoiceProps & { legend: string; items: { id: string; label: string }[]; none?: string | undefined }

function Choices({ none, ...props }: ChoicesProps) {
  return (
    <CheckboxGroup {...props} className="max-h-48 space-y-2.5 overflow-y-auto py-1">
      {none && props.items.length === 0 && <p className="text-sm text-muted">{none}</p>}
    </CheckboxGroup>
  )
}
