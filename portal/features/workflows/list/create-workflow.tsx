import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { issueOf, problemBeside } from '../../../lib/refusal.ts'
import { TextField } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { FormDialog } from '../../page-parts/form-dialog.tsx'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { workflowMessages } from '../messages.ts'
import { TEMPLATES, type TemplateName, templates } from '../templates.ts'
import { useCreateWorkflow } from '../use-workflows.ts'

export function CreateWorkflow({ first, onClose }: { first: TemplateName; onClose: () => void }) {
  const words = useMessages(workflowMessages)
  const navigate = useNavigate()
  const { data: teammates = [] } = useTeammates()
  const [name, setName] = useState('')
  const [template, setTemplate] = useState(first)
  const create = useCreateWorkflow()
  const submit = () => {
    const answering = teammates.find(({ is_system }) => !is_system)
    const begun = templates[template]({ words: words.templateSteps, employee_id: answering?.id ?? '' })
    create.mutate(
      { name, ...begun },
      { onSuccess: ({ id }) => navigate({ to: '/workflows/$workflowId', params: { workflowId: id } }) },
    )
  }
  const { error } = create
  return (
    <FormDialog
      title={words.createTitle}
      text={words.createText}
      action={words.createButton}
      isReady={name.trim() !== ''}
      busy={create.isPending}
      problem={problemBeside(['name'], error, words.createFailed)}
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
      <Select
        label={words.startFrom}
        hint={words.templates[template].text}
        value={template}
        options={TEMPLATES.map((value) => ({ value, label: words.templates[value].name }))}
        onChange={setTemplate}
      />
    </FormDialog>
  )
}
