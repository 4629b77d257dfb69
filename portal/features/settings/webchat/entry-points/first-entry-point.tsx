import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { webchatMessages } from '../messages.ts'
import { useSaveEntryPoint } from '../use-webchat.ts'
import { TeammatePicker, useAnsweringTeammates } from './teammate-picker.tsx'

/** Shown where no entry point is yet: one choice and one button lead to the snippet. */
export function FirstEntryPoint() {
  const words = useMessages(webchatMessages)
  const { data: teammates } = useAnsweringTeammates()
  const [chosen, setChosen] = useState('')
  const save = useSaveEntryPoint()
  const employee_id = chosen || (teammates?.[0]?.id ?? '')
  if (teammates?.length === 0)
    return (
      <EmptyState icon={<MessageCircle aria-hidden />} title={words.firstTitle} text={words.noTeammatesText}>
        <Link to="/staff" search={{ create: 'teammate' }} className={buttonClass({ look: 'primary' })}>
          {words.createTeammate}
        </Link>
      </EmptyState>
    )
  const create = () =>
    save.mutate(
      { id: null, body: { name: words.firstName, employee_id, multi_conversations: false } },
      { onError: (error) => showToast(sentenceOf(error, words.saveFailed)) },
    )
  return (
    <div className="max-w-xl rounded-xl border border-line px-5 py-5">
      <h3 className="text-sm font-semibold">{words.firstTitle}</h3>
      <p className="mt-1 mb-4 text-sm text-pretty text-muted">{words.firstText}</p>
      <TeammatePicker value={employee_id} onChange={setChosen} />
      <Button look="primary" className="mt-4" busy={save.isPending} disabled={!employee_id} onClick={create}>
        {words.firstAction}
      </Button>
    </div>
  )
}
