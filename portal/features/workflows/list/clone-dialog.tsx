import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as signInPaths from '#contracts/paths/sign-in.ts'
import * as workflowPaths from '#contracts/paths/workflows.ts'
import type { WorkflowRow } from '#contracts/workflows.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { Picker } from '../../../ui/picker.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { FormDialog } from '../../page-parts/form-dialog.tsx'
import { workflowMessages } from '../messages.ts'

/** Copies a workflow into an organization that the person administers, this one included. */
export function CloneDialog({ workflow: { id, name }, onClose }: { workflow: WorkflowRow; onClose: () => void }) {
  const words = useMessages(workflowMessages)
  const { organization } = useSession()
  const [chosen, setChosen] = useState('')
  const { data = [] } = useQuery({
    queryKey: queryKeys.ownOrganizations,
    queryFn: ({ signal }) => call(signInPaths.listOrganizations, {}, { signal }),
  })
  const administered = data.filter(({ role }) => role !== 'member')
  const clone = useMutation({
    mutationFn: (organization_id: string) =>
      call(
        workflowPaths.cloneWorkflow,
        {
          params: { organization_id: organization.id, workflow_id: id },
          body: { organization_id },
        },
        { creates: true },
      ),
    onSuccess: (_copy, target) => {
      showToast(words.cloned(name, data.find((each) => each.id === target)?.name ?? ''))
      onClose()
    },
  })
  return (
    <FormDialog
      title={words.cloneTitle(name)}
      text={words.cloneText}
      action={words.cloneButton}
      isReady={chosen !== ''}
      busy={clone.isPending}
      onSubmit={() => clone.mutate(chosen)}
      onClose={onClose}
    >
      <Picker
        label={words.cloneTo}
        words={{ find: words.findOrganization, none: words.noOrganization }}
        placeholder={words.chooseOrganization}
        value={chosen}
        options={administered.map((each) => ({ value: each.id, label: each.name }))}
        onChange={setChosen}
        error={clone.error ? sentenceOf(clone.error, words.cloneFailed) : undefined}
      />
    </FormDialog>
  )
}
