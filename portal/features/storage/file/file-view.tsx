import { useQueryClient } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { useRef, useState } from 'react'
import type { StorageEntry, StorageEntryEvent } from '#contracts/storage.ts'
import { folderOf } from '../../../lib/folder-query.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import { useTitle } from '../../../lib/title.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { followed } from '../apply-events.ts'
import { nameOf, useEntry } from '../use-folder.ts'
import { DocumentText } from './document-text.tsx'
import { FileHeader } from './file-header.tsx'
import { kindOf } from './kind-of.ts'
import { fileMessages } from './messages.ts'
import { NoPreview } from './no-preview.tsx'
import { PdfView } from './pdf-view.tsx'
import { PictureView } from './picture-view.tsx'
import { SheetsView } from './sheets-view.tsx'
import { TextFile } from './text-file.tsx'
import { WaitingFile } from './waiting-file.tsx'

type FileViewProps = {
  path: string
  /** Which line is looked for. */
  line?: number | undefined
  /** Which page or sheet of a document that has some. */
  part?: number | undefined
  onClose: () => void
  /** The file lies elsewhere now, and the page follows it. */
  onMoved: (path: string) => void
}

/** One file, filling its room. What is being written in it survives a move of the file. */
export function FileView({ path, line, part, onClose, onMoved }: FileViewProps) {
  const [shown, setShown] = useState({ path, count: 0, movedTo: '' })
  if (shown.path !== path) setShown({ path, count: shown.count + (shown.movedTo === path ? 0 : 1), movedTo: '' })
  const followedTo = useRef('')
  useMoves(path, (to) => {
    followedTo.current = to
    setShown((before) => ({ ...before, movedTo: to }))
    onMoved(to)
  })
  const isFollowing = useStable((to: string) => to === followedTo.current)
  return <OneFile key={shown.count} path={path} line={line} part={part} isFollowing={isFollowing} onClose={onClose} />
}

function useMoves(path: string, follow: (path: string) => void): void {
  const client = useQueryClient()
  const { organization } = useSession()
  const onMove = (event: StorageEntryEvent) => {
    const moved = followed(path, event)
    if (moved === path) return
    client.invalidateQueries({ queryKey: queryKeys.folder(organization.id, folderOf(moved)) })
    follow(moved)
  }
  useServerEvent('storage_file.renamed', onMove)
  useServerEvent('storage_file.moved', onMove)
}

type OneFileProps = Pick<FileViewProps, 'path' | 'line' | 'part' | 'onClose'> & {
  /** Whether the page goes to this path only because the file lies there now. */
  isFollowing: (path: string) => boolean
}

function OneFile({ path, line, part, isFollowing, onClose }: OneFileProps) {
  const words = useMessages(fileMessages)
  const entry = useEntry(path)
  const [known, setKnown] = useState<StorageEntry | null>(null)
  if (entry.data && entry.data !== known) setKnown(entry.data)
  useTitle(nameOf(path))

  const kind = kindOf(path)
  const isText = kind === 'text' || kind === 'markdown' || kind === 'table'
  // Unsaved text stays in the editor when the file is deleted.
  if (isText && known) {
    const shown = entry.isPending ? known : (entry.data ?? null)
    return <TextFile {...{ path, line, isFollowing, onClose }} entry={shown} />
  }
  return (
    <>
      <FileHeader path={path} entry={entry.data ?? null} onClose={onClose} />
      {entry.isPending ? (
        <WaitingFile />
      ) : entry.data ? (
        <Body entry={entry.data} part={part} />
      ) : entry.data === null ? (
        <EmptyState icon={<FileQuestion aria-hidden />} title={words.missing} text={words.missingText}>
          <Button look="primary" onClick={onClose}>
            {words.back}
          </Button>
        </EmptyState>
      ) : (
        <LoadFailed title={words.failed} query={entry} />
      )}
    </>
  )
}

function Body({ entry, part }: { entry: StorageEntry; part: number | undefined }) {
  const kind = kindOf(entry.name)
  if (kind === 'picture') return <PictureView key={entry.modified_at} entry={entry} />
  if (kind === 'pdf') return <PdfView entry={entry} page={part} />
  if (kind === 'document') return <DocumentText entry={entry} part={part} />
  if (kind === 'sheets') return <SheetsView key={part} entry={entry} sheet={part} />
  return <NoPreview entry={entry} />
}
