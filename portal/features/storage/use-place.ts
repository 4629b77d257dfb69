import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { folderOf } from '../../lib/folder-query.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { followed } from './apply-events.ts'

type Shown = { path?: string; file?: string; line?: string; part?: string; q?: string; view?: string }

/** What the page shows, as its address has it. */
export function usePlace() {
  const search: Shown = useSearch({ from: '/signed-in/storage' })
  const navigate = useNavigate()
  const folder = search.path ?? '/'
  const go = (next: Shown, replace = false) => navigate({ to: '/storage', search: next, replace })
  const inFolder = (path: string): Shown => (path === '/' ? {} : { path })

  const follow = (event: Parameters<typeof followed>[1]) => {
    const moved = followed(folder, event)
    // An open file follows by itself, with what is being written in it.
    if (moved !== folder) go({ ...search, path: moved }, true)
  }
  useServerEvent('storage_file.renamed', follow)
  useServerEvent('storage_file.moved', follow)

  // After going up a person is where they came from.
  const [left, setLeft] = useState({ folder, before: null as string | null })
  if (left.folder !== folder) setLeft({ folder, before: left.folder })

  return {
    folder,
    cameFrom: left.folder === folder ? left.before : left.folder,
    file: search.file,
    line: search.line ? Number(search.line) || undefined : undefined,
    part: search.part ? Number(search.part) || undefined : undefined,
    q: search.q ?? '',
    isTrash: search.view === 'trash',
    openFolder: (path: string) => go(inFolder(path)),
    openFile: (path: string, line?: number) =>
      go({ ...inFolder(folder), ...(search.q && { q: search.q }), file: path, ...(line && { line: String(line) }) }),
    /** Back to where it was opened from; anyone who came by a link finds themselves in its folder. */
    closeFile: () => {
      const from = search.path ?? (search.q ? '/' : folderOf(search.file ?? ''))
      go({ ...inFolder(from), ...(search.q && { q: search.q }) })
    },
    moveFile: (path: string) => go({ ...search, file: path }, true),
    search: (q: string) => go({ ...inFolder(folder), ...(q && { q }) }, search.q !== undefined),
  }
}

export type StoragePlace = ReturnType<typeof usePlace>
