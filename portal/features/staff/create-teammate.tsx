import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import * as teammatePaths from '#contracts/paths/teammates.ts'
import type { CreateTeammate as NewTeammate, Teammate } from '#contracts/teammates.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { setFromResponse } from '../../lib/query-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { issueOf, problemBeside } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { whenReachable } from '../../lib/when-reachable.ts'
import { CheckboxGroup } from '../../ui/checkbox-group.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { FormDialog } from '../page-parts/form-dialog.tsx'
import { teammatesMessages } from '../teammates/messages.ts'
import { type BundleName, bundleNames, firstBundles, toolsOf } from '../teammates/tool-bundles.ts'
import { ImportButton, type Imported } from './files/import-button.tsx'
import { teammateFileMessages } from './files/messages.ts'
import { staffMessages } from './messages.ts'

const LeftToDo = lazy(() =>
  whenReachable(() => import('./files/left-to-do.tsx')).then((module) => ({ default: module.LeftToDo })),
)

export function CreateTeammate({ onClose }: { onClose: () => void }) {
  const words = useMessages(staffMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [role, setRole] = useState('')
  const [abilities, setAbilities] = useState(firstBundles)
  const files = useMessages(teammateFileMessages)
  const [imported, setImported] = useState<Imported | null>(null)
  const open = ({ id }: Pick<Teammate, 'id'>) => {
    onClose()
    navigate({ to: '/staff/ai/$employeeId', params: { employeeId: id }, search: { tab: 'general' } })
  }
  const create = useMutation({
    mutationFn: (teammate: NewTeammate) =>
      call(
        teammatePaths.createTeammate,
        { params: { organization_id: organization.id }, body: teammate },
        { creates: true },
      ),
    onSuccess: (teammate) => {
      setFromResponse(client, queryKeys.teammate(organization.id, teammate.id), teammate)
      client.invalidateQueries({ queryKey: queryKeys.teammates(organization.id), exact: true })
      open(teammate)
    },
  })
  /** Where something is left to do, it is shown before the new teammate. */
  const show = (taken: Imported) => {
    if (taken.notices.length > 0) return setImported(taken)
    showToast(files.imported(taken.teammate.name))
    open(taken.teammate)
  }
  const submit = () => create.mutate({ name, role, tools: toolsOf(abilities) })
  const { error } = create
  if (imported)
    return (
      <Suspense>
        <LeftToDo {...imported} onOpen={() => open(imported.teammate)} onClose={onClose} />
      </Suspense>
    )
  return (
    <FormDialog
      title={words.createTitle}
      text={words.createText}
      action={words.createButton}
      isReady={name.trim() !== ''}
      busy={create.isPending}
      problem={problemBeside(['name', 'role'], error, words.createFailed)}
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
      <TextField
        label={words.role}
        placeholder={words.rolePlaceholder}
        autoComplete="off"
        maxLength={200}
        value={role}
        onChange={(event) => setRole(event.target.value)}
        error={issueOf(error, 'role')}
      />
      <Abilities chosen={abilities} onChange={setAbilities} />
      <ImportButton onImported={show} />
    </FormDialog>
  )
}

type AbilitiesProps = { chosen: readonly BundleName[]; onChange: (chosen: readonly BundleName[]) => void }

/** What the new teammate may do from its first answer on. */
function Abilities({ chosen, onChange }: AbilitiesProps) {
  const words = useMessages(staffMessages)
  const { bundles } = useMessages(teammatesMessages)
  const items = bundleNames.map((id) => ({ id, label: bundles[id].title }))
  return (
    <CheckboxGroup
      legend={words.abilities}
      items={items}
      chosen={chosen}
      onChange={onChange}
      className="space-y-2.5 pt-0.5"
    />
  )
}
