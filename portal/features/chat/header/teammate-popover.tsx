import { useNavigate } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { hasWords } from '#contracts/fold-text.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { FilterField, Option } from '../../../ui/option.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { useOptions } from '../../../ui/use-options.ts'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { chatMessages } from '../messages.ts'

type TeammatePopoverProps = { trigger: ReactNode; employeeId: string }

export function TeammatePopover({ trigger, employeeId }: TeammatePopoverProps) {
  const words = useMessages(chatMessages)
  const [open, setOpen] = useState(true)
  return (
    <Popover
      trigger={trigger}
      label={words.teammates}
      open={open}
      onOpenChange={setOpen}
      className="w-[min(20rem,92vw)]"
    >
      <Teammates employeeId={employeeId} onDone={() => setOpen(false)} />
    </Popover>
  )
}

function Teammates({ employeeId, onDone }: { employeeId: string; onDone: () => void }) {
  const words = useMessages(chatMessages)
  const navigate = useNavigate()
  const { data: teammates } = useTeammates()
  const [wanted, setWanted] = useState('')
  const found = (teammates ?? []).filter((teammate) => hasWords(`${teammate.name} ${teammate.role}`, wanted))
  const open = ({ id }: Teammate) => {
    onDone()
    if (id !== employeeId) navigate({ to: '/chat/$employeeId', params: { employeeId: id } })
  }
  const list = useOptions(found, { idOf: ({ id }) => id, onChoose: open })
  return (
    <>
      <FilterField label={words.findTeammate} value={wanted} onChange={setWanted} list={list} />
      <div
        role="listbox"
        id={list.listId}
        aria-label={words.teammates}
        className="max-h-96 min-h-0 overflow-y-auto p-1.5"
      >
        {found.map((teammate) => (
          <Option
            key={teammate.id}
            list={list}
            item={teammate}
            onChoose={open}
            aria-current={teammate.id === employeeId || undefined}
            className="min-h-11 gap-2.5 rounded-lg px-2 py-1"
          >
            <Avatar name={teammate.name} />
            <span className="min-w-0 grow leading-tight">
              <span className="block truncate text-sm font-medium">{teammate.name}</span>
              <span className="block truncate text-xs text-faint">
                {teammate.role || (teammate.is_personal_assistant ? words.assistant : '')}
              </span>
            </span>
            {teammate.id === employeeId && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
          </Option>
        ))}
        {found.length === 0 && <p className="px-2 py-3 text-sm text-muted">{words.nobodyFound}</p>}
      </div>
    </>
  )
}
