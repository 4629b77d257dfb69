import { ArrowLeft, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StorageEntry } from '#contracts/storage.ts'
import { folderOf } from '../../../lib/folder-query.ts'
import { formatBytes, formatMoment } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { buttonClass, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IndexNotice } from '../index-state/index-notice.tsx'
import { downloadAddress, nameOf } from '../use-folder.ts'
import { fileMessages } from './messages.ts'

type FileHeaderProps = {
  path: string
  entry: StorageEntry | null
  /** What becomes of what was written. */
  state?: string | undefined
  onClose: () => void
  children?: ReactNode
}

export function FileHeader({ path, entry, state, onClose, children }: FileHeaderProps) {
  const words = useMessages(fileMessages)
  const language = useLanguage()
  const { organization } = useSession()
  const folder = folderOf(path)
  return (
    <>
      <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 md:px-6">
        <IconButton label={words.back} onClick={onClose} className="pointer-coarse:size-10!">
          <ArrowLeft aria-hidden />
        </IconButton>
        <div className="min-w-0 grow basis-24">
          <h1 className="truncate text-sm font-semibold">{nameOf(path)}</h1>
          <p className="truncate text-2xs text-muted">
            {folder !== '/' && <span>{folder} · </span>}
            {entry && `${formatBytes(entry.size, language)} · ${formatMoment(entry.modified_at, language)}`}
          </p>
        </div>
        <span role="status" className="shrink-0 text-xs text-muted">
          {state}
        </span>
        {children}
        {entry && (
          <a
            href={downloadAddress(organization, path)}
            download={entry.name}
            aria-label={words.download}
            title={words.download}
            className={classNames(
              buttonClass({ look: 'quiet' }),
              'size-8! px-0! pointer-coarse:size-10! [&_svg]:size-4',
            )}
          >
            <Download aria-hidden />
          </a>
        )}
      </header>
      {entry && <IndexNotice entry={entry} />}
    </>
  )
}
