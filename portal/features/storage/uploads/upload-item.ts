import { isUploadable, MAX_FILE_BYTES } from '#contracts/file-types.ts'
import { faultOfName, joinPath, namesOf, TRASH } from '#contracts/storage-names.ts'
import { numbered } from '../file/save-beside.ts'
import type { Picked } from './picked.ts'

/** Why a file is not sent, or was not taken: a reason that the page has words for, or the server's own. */
export type Problem = { reason: 'type' | 'size' | 'name' | 'network' | 'other' } | { sentence: string }

export type UploadItem = {
  id: number
  /** The folder that was chosen; those between it and `folder` are made where they are missing. */
  root: string
  folder: string
  name: string
  file: File
  /** True for a folder with nothing in it, which is shown only if it could not be made. */
  isFolder?: boolean
  /** True once its folder is there. */
  isPlaced?: boolean
  sent: number
} /** `looking`: checks whether the name is taken; `asked`: it is, and the person has to decide. */ & (
  | { state: 'looking' | 'asked' | 'waiting' | 'sending' | 'done' | 'cancelled' }
  | { state: 'failed'; problem: Problem; canRetry: boolean }
)

const MB = 1024 * 1024
/** A build may name more than the server takes, whose own refusal is then shown. */
export const shownLimitMb = Math.max(
  MAX_FILE_BYTES / MB,
  Number(import.meta.env.NEXT_PUBLIC_STORAGE_MAX_UPLOAD_SIZE_MB) || 0,
)

/** What desktops leave in folders, and nobody means to bring. */
const litter = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])

/** What is to be sent where, and what cannot be. */
export function planUpload(root: string, picked: readonly Picked[], firstId: number): UploadItem[] {
  const items: UploadItem[] = []
  for (const [index, { path, file }] of picked.entries()) {
    const names = path
      .normalize('NFC')
      .split('/')
      .filter((name) => name !== '')
    if (file && litter.has(file.name)) continue
    const name = file ? file.name.normalize('NFC') : (names.at(-1) ?? '')
    const above = names.slice(0, -1)
    const problem = [...above, ...(file ? [] : [name])].every(isName)
      ? file && problemOf(file)
      : { reason: 'name' as const }
    const folder = above.length > 0 ? joinPath([...namesOf(root), ...above]) : root
    const common = {
      id: firstId + index,
      root,
      folder,
      name,
      file: file ?? new File([], name),
      sent: 0,
      isFolder: !file,
    }
    items.push(problem ? { ...common, state: 'failed', problem, canRetry: false } : { ...common, state: 'looking' })
  }
  return items
}

/** Where the item is, or what it is. */
export const placeOf = ({ folder, name, isFolder }: UploadItem): string =>
  isFolder ? joinPath([...namesOf(folder), name]) : folder

/** The folders that these items need, those above before those below. */
export function foldersOf(items: readonly UploadItem[]): string[] {
  const folders = items.flatMap((item) => {
    const names = namesOf(placeOf(item))
    const depth = namesOf(item.root).length
    return [item.root, ...names.slice(depth).map((_, index) => joinPath(names.slice(0, depth + index + 1)))]
  })
  return [...new Set(folders)].toSorted((one, other) => namesOf(one).length - namesOf(other).length)
}

/** What a person sees: folders of their own accord only where they could not be made. */
export const isShown = ({ isFolder, state }: UploadItem): boolean => !isFolder || state === 'failed'

const isName = (name: string): boolean => faultOfName(name.normalize('NFC')) === null && name.toLowerCase() !== TRASH

function problemOf({ name, size }: File): Problem | null {
  if (!isName(name)) return { reason: 'name' }
  if (!isUploadable(name)) return { reason: 'type' }
  return size > shownLimitMb * MB ? { reason: 'size' } : null
}

/** The first name of the kind `report (2).md` that nobody has. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) {
    const free = numbered(name, number)
    if (!taken.has(free)) return free
  }
}

/** What has not come to an end. */
export const isOpen = (state: UploadItem['state']): boolean => !['done', 'failed', 'cancelled'].includes(state)

export type Progress = { total: number; done: number; failed: number; share: number; isActive: boolean }

/** How far all together are, by their bytes; what was cancelled does not count. */
export function progressOf(items: readonly UploadItem[]): Progress {
  const counted = items.filter(({ state }) => state !== 'cancelled')
  const bytes = counted.reduce((sum, { file }) => sum + file.size + 1, 0)
  const sent = counted.reduce(
    (sum, { file, sent, state }) => sum + (state === 'done' || state === 'failed' ? file.size + 1 : sent),
    0,
  )
  return {
    total: counted.length,
    done: counted.filter(({ state }) => state === 'done').length,
    failed: counted.filter(({ state }) => state === 'failed').length,
    share: bytes === 0 ? 1 : sent / bytes,
    isActive: counted.some(({ state }) => isOpen(state)),
  }
}
