import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as teammatePaths from '#contracts/paths/teammates.ts'
import type { Teammate, UpdateTeammate } from '#contracts/teammates.ts'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { isAboutFields, issueOf, sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { modelMessages } from '../../models/messages.ts'
import { partMessages } from '../../page-parts/messages.ts'
import { teammateMessages } from './messages.ts'
import { useShowTeammate } from './use-teammate.ts'

/** The folder of the skills is chosen apart, by its path, and saved at once. */
export type TeammateValues = Required<Omit<UpdateTeammate, 'skills_folder_id'>>
type TeammateForm = ReturnType<typeof useTeammateForm>
export type TabProps = { teammate: Teammate; form: TeammateForm; readOnly: boolean }

/** One form for all the tabs of a teammate: every save makes a version, so one save takes all that was changed. */
export function useTeammateForm(teammate: Teammate) {
  const words = useMessages(teammateMessages)
  const parts = useMessages(partMessages)
  const models = useMessages(modelMessages)
  const { organization } = useSession()
  const show = useShowTeammate()
  const form = useForm<TeammateValues>(valuesOf(teammate))
  const [tried, setTried] = useState(false)
  const missing: Partial<Record<keyof TeammateValues, string>> = {
    ...(form.values.name.trim() === '' && { name: words.nameRequired }),
    ...(form.values.tts_model && !form.values.voice && { voice: models.voiceRequired }),
  }
  const [firstMissing] = Object.values(missing)

  const save = useMutation({
    mutationFn: (changes: UpdateTeammate) =>
      call(teammatePaths.updateTeammate, {
        params: { organization_id: organization.id, employee_id: teammate.id },
        body: changes,
      }),
    onSuccess: (saved, sent) => {
      show(saved)
      form.markSaved(sent)
      setTried(false)
      showToast(words.saved)
    },
  })
  const { error } = save
  const problem = error && (isAboutFields(error, fields) ? parts.checkFields : sentenceOf(error, parts.saveFailed))
  return {
    ...form,
    isSaving: save.isPending,
    problem: (tried ? firstMissing : undefined) ?? problem ?? undefined,
    errorOf: (field: keyof TeammateValues) => (tried ? missing[field] : undefined) ?? issueOf(error, field),
    save: () => {
      setTried(true)
      if (!firstMissing) save.mutate(form.changes)
    },
    discard: () => {
      form.reset()
      save.reset()
      setTried(false)
    },
  }
}

/** The fields that say themselves what the server finds wrong with them. */
const fields: (keyof TeammateValues)[] = [
  'name',
  'role',
  'description',
  'instructions',
  'model',
  'tts_model',
  'stt_model',
  'voice',
]

function valuesOf(teammate: Teammate): TeammateValues {
  const { name, role, description, instructions, model, tts_model, stt_model, voice } = teammate
  const { channel, show_thinking, reasoning, tools, workflow_ids } = teammate
  return {
    name,
    role,
    description,
    instructions,
    model,
    tts_model,
    stt_model,
    voice,
    channel,
    show_thinking,
    reasoning,
    tools,
    workflow_ids,
  }
}
