import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { Teammate } from '#contracts/teammates.ts'
import { useMessages } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { teammateMessages } from './messages.ts'
import { useTeammates } from './use-teammates.ts'

const worthSearching = 9

export function TeammateList() {
  const words = useMessages(teammateMessages)
  const [wanted, setWanted] = useState('')
  const { data: teammates } = useTeammates()
  return (
    <nav aria-label={words.teammates} className="flex min-h-0 grow flex-col">
      <h2 className="px-4 pt-2 pb-1.5 text-2xs font-medium text-faint">{words.teammates}</h2>
      {teammates && teammates.length >= worthSearching && (
        <Input
          type="search"
          label={words.find}
          icon={<Search aria-hidden />}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className="mx-2 mb-2"
        />
      )}
      <div className="min-h-0 grow overflow-y-auto px-2 pb-2">
        <Teammates wanted={wanted} />
      </div>
    </nav>
  )
}

function Teammates({ wanted }: { wanted: string }) {
  const words = useMessages(teammateMessages)
  const { data: teammates, isError, isFetching, refetch } = useTeammates()
  if (!teammates && isError)
    return (
      <div role="alert" className="px-2 py-1 text-xs text-muted">
        {words.failed}
        <Button size="small" busy={isFetching} onClick={() => refetch()} className="mt-2 flex">
          {words.retry}
        </Button>
      </div>
    )
  if (!teammates) return <Waiting label={words.loading} />
  const found = teammates.filter((teammate) => matches(teammate, wanted))
  if (found.length === 0) return <p className="px-2 py-1 text-xs text-muted">{wanted ? words.noneFound : words.none}</p>
  return (
    <ul className="space-y-px">
      {found.map((teammate) => (
        <li key={teammate.id}>
          <TeammateLink teammate={teammate} />
        </li>
      ))}
    </ul>
  )
}

function TeammateLink({ teammate }: { teammate: Teammate }) {
  const words = useMessages(teammateMessages)
  const note = teammate.role || (teammate.is_personal_assistant ? words.assistant : teammate.description)
  return (
    <Link
      to="/chat/$employeeId"
      params={{ employeeId: teammate.id }}
      activeOptions={{ includeSearch: false }}
      className="flex min-w-0 items-center gap-2.5 rounded-lg px-2 py-1.5 transition-colors hover:bg-hover aria-[current=page]:bg-selected"
    >
      <Avatar name={teammate.name} />
      <span className="min-w-0 leading-tight">
        <span className="block truncate text-sm font-medium">{teammate.name}</span>
        {note && <span className="block truncate text-2xs text-faint">{note}</span>}
      </span>
    </Link>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <div>
      <span className="sr-only">{label}</span>
      {[0.7, 0.5, 0.6].map((width) => (
        <div key={width} className="flex items-center gap-2.5 px-2 py-1.5">
          <Skeleton className="size-8 rounded-full" />
          <div style={{ width: `${width * 100}%` }}>
            <Skeleton className="h-3" />
          </div>
        </div>
      ))}
    </div>
  )
}

function matches({ name, role }: Teammate, wanted: string): boolean {
  return `${name} ${role ?? ''}`.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase())
}
