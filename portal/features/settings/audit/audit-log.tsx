import { Download, ScrollText, X } from 'lucide-react'
import { useState } from 'react'
import type { AuditAction, AuditEntry } from '#contracts/audit.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Section } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { ListPlaceholder } from '../../page-parts/list-placeholder.tsx'
import { ManagersOnly } from '../../page-parts/managers-only.tsx'
import { EntryRow } from './entry-row.tsx'
import { auditMessages } from './messages.ts'
import { useAuditLog } from './use-audit-log.ts'

export function AuditLog() {
  return (
    <ManagersOnly>
      <Entries />
    </ManagersOnly>
  )
}

const ALL = 'all'
/** What concerns the platform as a whole is in no organization's log. */
const isOfOrganization = (action: AuditAction) => !/^(ai_model|ai_voice|platform_settings)\./.test(action)

function Entries() {
  const words = useMessages(auditMessages)
  const [action, setAction] = useState<AuditAction | typeof ALL>(ALL)
  const [actor, setActor] = useState<AuditEntry['actor'] | null>(null)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const { entries, exportAddress } = useAuditLog({
    ...(action !== ALL && { action }),
    ...(actor?.user_id && { actor: actor.user_id }),
    ...(from && { from }),
    ...(to && { to }),
  })
  const isFiltered = action !== ALL || actor !== null || from !== '' || to !== ''
  const options = [
    { value: ALL, label: words.allActions } as const,
    ...(Object.keys(words.actions) as AuditAction[])
      .filter(isOfOrganization)
      .map((value) => ({ value, label: sentenceCase(words.actions[value]) })),
  ]
  const exportLink = (
    <a href={exportAddress} download className={buttonClass({ size: 'small' })}>
      <Download aria-hidden className="size-3.5" />
      {words.exportCsv}
    </a>
  )
  return (
    <Section title={words.title} text={words.text} actions={exportLink}>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Select
          label={words.action}
          value={action}
          options={options}
          onChange={setAction}
          className="grow basis-56 sm:max-w-72"
        />
        <TextField
          label={words.from}
          className="grow basis-36 sm:grow-0"
          type="date"
          value={from}
          max={to}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          label={words.to}
          className="grow basis-36 sm:grow-0"
          type="date"
          value={to}
          min={from}
          onChange={(event) => setTo(event.target.value)}
        />
        {actor && (
          <Button aria-label={words.removeActor(nameOf(actor))} onClick={() => setActor(null)}>
            {nameOf(actor)}
            <X aria-hidden className="size-3.5" />
          </Button>
        )}
      </div>
      <ListPlaceholder query={entries} failed={words.failed} />
      {entries.data?.length === 0 && (
        <EmptyState
          icon={<ScrollText aria-hidden />}
          title={words.none}
          text={isFiltered ? words.noneFound : words.noneText}
        />
      )}
      {entries.data && entries.data.length > 0 && (
        <ol className="divide-y divide-line rounded-xl border border-line">
          {entries.data.map((entry) => (
            <EntryRow key={entry.id} entry={entry} onActor={setActor} />
          ))}
        </ol>
      )}
      {entries.hasNextPage && (
        <Button className="mt-4" busy={entries.isFetchingNextPage} onClick={() => entries.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </Section>
  )
}

const nameOf = ({ name, email }: AuditEntry['actor']) => name ?? email ?? ''
const sentenceCase = (text: string) => `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}`.replace(/:$/, '')
