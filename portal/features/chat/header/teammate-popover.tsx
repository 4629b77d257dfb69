import { useNavigate } from '@tanstack/react-router'
import { Check, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
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
  const found = (teammates ?? []).filter((teammate) => matches(teammate, wanted))
  const open = ({ id }: Teammate) => {
    onDone()
    if (id !== employeeId) navigate({ to: '/chat/$employeeId', params: { employeeId: id } })
  }
  const list = useOptions(found, { idOf: ({ id }) => id, onChoose: open })
  return (
    <>
      <div className="relative shrink-0 border-b border-line">
        <Search aria-hidden className="absolute top-3 left-3 size-4 text-faint" />
        <input
          // biome-ignore lint/a11y/noAutofocus: opening the list is asking to type
          autoFocus
          {...list.field}
          aria-label={words.findTeammate}
          placeholder={words.findTeammate}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          onKeyDown={list.onKey}
          className="h-10 w-full bg-transparent pr-3 pl-9 text-base outline-none placeholder:text-faint md:text-sm"
        />
      </div>
      <div
        role="listbox"
        id={list.listId}
        aria-label={words.teammates}
        className="max-h-96 min-h-0 overflow-y-auto p-1.5"
      >
        {found.map((teammate) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys for it
          <div
            key={teammate.id}
            role="option"
            {...list.option(teammate)}
            aria-current={teammate.id === employeeId || undefined}
            tabIndex={-1}
            onPointerMove={() => list.activate(teammate)}
            onClick={() => open(teammate)}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1 select-none data-active:bg-hover"
          >
            <Avatar name={teammate.name} />
            <span className="min-w-0 grow leading-tight">
              <span className="block truncate text-sm font-medium">{teammate.name}</span>
              <span className="block truncate text-xs text-faint">
                {teammate.role || (teammate.is_personal_assistant ? words.assistant : '')}
              </span>
            </span>
            {teammate.id === employeeId && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
          </div>
        ))}
        {found.length === 0 && <p className="px-2 py-3 text-sm text-muted">{words.nobodyFound}</p>}
      </div>
    </>
  )
}

function matches({ name, role }: Teammate, wanted: string): boolean {
  const text = `${name} ${role}`.toLocaleLowerCase()
  return wanted
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
