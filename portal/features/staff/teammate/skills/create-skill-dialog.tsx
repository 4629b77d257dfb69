import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#contracts/client.ts'
import { isSkillName, MAX_DESCRIPTION_LENGTH, MAX_SKILL_NAME_LENGTH } from '#contracts/skill-names.ts'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { TextArea, TextField } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../page-parts/form-dialog.tsx'
import { skillMessages } from './messages.ts'
import { useCreateSkill } from './use-skills.ts'

/** Asks for what makes a skill one; the rest is written where texts are. */
export function CreateSkillDialog({ folder, onClose }: { folder: string; onClose: () => void }) {
  const words = useMessages(skillMessages)
  const navigate = useNavigate()
  const create = useCreateSkill()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [tried, setTried] = useState(false)
  const isTaken = create.error instanceof ApiError && create.error.status === 409
  const submit = () => {
    setTried(true)
    if (!isSkillName(name)) return
    create.mutate(
      { folder, name, description: description.trim().replaceAll(/\s+/g, ' ') },
      { onSuccess: ({ path }) => navigate({ to: '/storage', search: { file: path, line: '7' } }) },
    )
  }
  return (
    <FormDialog
      title={words.addTitle}
      action={words.create}
      isReady={name !== '' && description.trim() !== ''}
      busy={create.isPending}
      problem={create.error && !isTaken ? sentenceOf(create.error, words.createFailed) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        hint={words.nameHint}
        error={tried && !isSkillName(name) ? words.problems.no_name : isTaken ? words.nameTaken : undefined}
        autoFocus
        required
        maxLength={MAX_SKILL_NAME_LENGTH}
        autoCapitalize="none"
        spellCheck={false}
        value={name}
        onChange={(event) => {
          setName(event.target.value.trim())
          create.reset()
        }}
      />
      <TextArea
        label={words.description}
        hint={words.descriptionHint}
        required
        rows={3}
        maxLength={MAX_DESCRIPTION_LENGTH}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </FormDialog>
  )
}
