import type { ReactNode } from 'react'
import { mimeTypeOf } from '#contracts/file-types.ts'
import type { PassagePlace } from '#contracts/storage-search.ts'
import { folderOf } from '../../../lib/folder-query.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { FileIcon } from '../../page-parts/file-icon.tsx'
import { nameOf } from '../use-folder.ts'
import { searchMessages } from './messages.ts'

type FoundFileProps = { path: string; note?: ReactNode; onOpen: () => void; children?: ReactNode }

/** One file in which something was found, and what. */
export function FoundFile({ path, note, onOpen, children }: FoundFileProps) {
  return (
    <li className="overflow-hidden rounded-xl border border-line">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-11 w-full items-center gap-2.5 px-3 py-1.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <FileIcon type={mimeTypeOf(path)} />
        <span className="min-w-0 grow">
          <span className="block truncate text-sm font-medium">{nameOf(path)}</span>
          {folderOf(path) !== '/' && <span className="block truncate text-2xs text-faint">{folderOf(path)}</span>}
        </span>
        <span className="shrink-0 text-2xs text-muted">{note}</span>
      </button>
      {children}
    </li>
  )
}

/** Which page, slide or sheet, in words. */
export function usePlaceWords(): (place: PassagePlace) => string {
  const words = useMessages(searchMessages)
  return ({ page, slide, sheet, sheet_name }) => {
    if (page !== undefined) return words.page(page)
    if (slide !== undefined) return words.slide(slide)
    return sheet === undefined ? '' : words.sheet(sheet_name ?? String(sheet))
  }
}
