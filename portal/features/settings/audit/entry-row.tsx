import { ChevronRight } from 'lucide-react'
import type { AuditEntry } from '#contracts/audit.ts'
import { type Vendor, vendors } from '#contracts/parties.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { vendorLabel } from '../../models/vendor-label.ts'
import { auditMessages } from './messages.ts'

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/

type EntryRowProps = { entry: AuditEntry; onActor: (actor: AuditEntry['actor']) => void }

/** Who did what to what, when and from where; what changed is a click away. */
export function EntryRow({ entry, onActor }: EntryRowProps) {
  const words = useMessages(auditMessages)
  const language = useLanguage()
  const { actor, action, subject, created_at, address } = entry
  const name = actor.name ?? actor.email
  return (
    <li className="px-4 py-3 text-sm">
      <p className="text-pretty break-words">
        {actor.user_id && name ? (
          <button
            type="button"
            aria-label={words.onlyActor(name)}
            title={words.onlyActor(name)}
            onClick={() => onActor(actor)}
            className="rounded font-medium hover:underline"
          >
            {name}
          </button>
        ) : (
          <span className="font-medium">{words.actors[actor.kind]}</span>
        )}
        {words.afterActor}
        {words.actions[action]} {subject && <span className="font-medium">{subjectName(subject)}</span>}
      </p>
      <p className="mt-0.5 text-xs text-muted">
        <time dateTime={created_at}>{formatMoment(created_at, language)}</time>
        {address && ` · ${words.address(address)}`}
      </p>
      {(entry.before || entry.after) && <Details entry={entry} />}
    </li>
  )
}

function subjectName({ type, id, name }: NonNullable<AuditEntry['subject']>): string {
  if (type === 'ai_provider' && id && id in vendors) return vendorLabel(id as Vendor)
  // A random id tells nobody anything.
  return name ?? (id && UUID.test(id) ? '' : (id ?? ''))
}

function Details({ entry }: { entry: AuditEntry }) {
  const words = useMessages(auditMessages)
  const { before, after, request_id } = entry
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <details className="group mt-1.5">
      <summary className="flex w-fit cursor-pointer items-center gap-1 rounded text-xs text-muted hover:text-ink">
        <ChevronRight aria-hidden className="size-3 group-open:rotate-90" />
        {words.details}
      </summary>
      <dl className="mt-2 space-y-2 text-xs">
        {fields.map((field) => (
          <div key={field}>
            <dt className="font-mono text-muted">{field}</dt>
            <dd className="mt-0.5 grid gap-x-4 gap-y-1 sm:grid-cols-2">
              <Value label={words.before} value={before?.[field]} />
              <Value label={words.after} value={after?.[field]} />
            </dd>
          </div>
        ))}
        {request_id && (
          <div>
            <dt className="text-muted">{words.request}</dt>
            <dd className="mt-0.5 font-mono break-all">{request_id}</dd>
          </div>
        )}
      </dl>
    </details>
  )
}

function Value({ label, value }: { label: string; value: unknown }) {
  const words = useMessages(auditMessages)
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
  return (
    <span className="block min-w-0 break-words whitespace-pre-wrap">
      <span className="text-muted">{label}: </span>
      {text || <span className="text-muted italic">{words.empty}</span>}
    </span>
  )
}
