import { Folder } from 'lucide-react'
import { mimeTypeOf } from '#contracts/file-types.ts'
import type { FoundEntries } from '#contracts/storage.ts'
import { folderOf } from '../../../lib/folder-query.ts'
import { FileIcon } from '../../page-parts/file-icon.tsx'
import { Highlighted } from '../../page-parts/highlighted.tsx'

type FoundNamesProps = {
  entries: FoundEntries['entries']
  wanted: string
  onOpen: (entry: { path: string; type: 'file' | 'folder' }) => void
}

export function FoundNames({ entries, wanted, onOpen }: FoundNamesProps) {
  return (
    <ul className="grid gap-px sm:grid-cols-2">
      {entries.map(({ path, name, type }) => (
        <li key={path} className="min-w-0">
          <button
            type="button"
            onClick={() => onOpen({ path, type })}
            className="flex min-h-11 w-full items-center gap-2.5 rounded-lg px-2 text-left hover:bg-hover"
          >
            {type === 'folder' ? (
              <Folder aria-hidden className="size-5 shrink-0 stroke-[1.5] text-accent" />
            ) : (
              <FileIcon type={mimeTypeOf(name)} />
            )}
            <span className="min-w-0">
              <span className="block truncate text-sm">
                <Highlighted text={name} wanted={wanted} />
              </span>
              {folderOf(path) !== '/' && <span className="block truncate text-2xs text-faint">{folderOf(path)}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
