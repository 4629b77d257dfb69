import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { EntityVersion } from '#contracts/versions.ts'
import { formatMoment } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { versionMessages } from './messages.ts'

/** What a version changed, in a few words, and in full where there is more to see. */
export type VersionChanges = { summary?: string; view?: ReactNode }

type VersionEntryProps = {
  version: EntityVersion
  isCurrent: boolean
  changes: VersionChanges
  onRestore?: () => void
  busy: boolean
}

export function VersionEntry({ version, isCurrent, changes, onRestore, busy }: VersionEntryProps) {
  const words = useMessages(versionMessages)
  const language = useLanguage()
  const id = useId()
  const [open, setOpen] = useState(isCurrent)
  const { summary, view } = changes
  const author = useAuthor(version.created_by)
  return (
    <li className="relative pb-5 pl-6 last:pb-1">
      <span
        aria-hidden
        className={classNames(
          'absolute top-1.5 -left-[0.3125rem] size-2.5 rounded-full border-2 border-surface',
          isCurrent ? 'bg-accent' : 'bg-line-strong',
        )}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="flex items-center gap-2 text-sm font-medium">
            {words.version(version.version)}
            {isCurrent && <Badge>{words.current}</Badge>}
          </h3>
          <p className="text-xs text-muted">{words.by(author, formatMoment(version.created_at, language))}</p>
        </div>
        {onRestore && !isCurrent && (
          <Button size="small" busy={busy} aria-label={words.restoreLabel(version.version)} onClick={onRestore}>
            {words.restore}
          </Button>
        )}
      </div>
      {view === undefined ? (
        <p className="mt-1 text-xs text-muted">{summary}</p>
      ) : (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="mt-1 -ml-1 flex max-w-full items-center gap-1 rounded px-1 text-left text-xs text-muted hover:text-ink"
        >
          <ChevronRight aria-hidden className={classNames('size-3.5 shrink-0 transition', open && 'rotate-90')} />
          <span className={summary && 'sr-only'}>{open ? words.hide : words.show}</span>
          {summary && <span className="truncate">{summary}</span>}
        </button>
      )}
      {open && view !== undefined && (
        <div id={id} className="mt-3 rounded-xl border border-line p-4">
          {view}
        </div>
      )}
    </li>
  )
}

function useAuthor(userId: string | null): string {
  const words = useMessages(versionMessages)
  const { user } = useSession()
  if (userId === null) return words.byPlatform
  return userId === user.id ? words.you : words.colleague
}
