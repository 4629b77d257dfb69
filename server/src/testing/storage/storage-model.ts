import { isUploadable } from '#contracts/file-types.ts'

/** A tree as simple as can be: every path with its text, or null for a folder. */
type Tree = Map<string, string | null>

const parentOf = (path: string) => path.split('/').slice(0, -1).join('/')
const nameOf = (path: string) => path.split('/').at(-1) ?? ''
const join = (parent: string, name: string) => (parent === '' ? name : `${parent}/${name}`)

/** What the storage promises, in memory: each call answers whether it is done, and does it then. */
export function createStorageModel() {
  const live: Tree = new Map()
  /** By the path in the trash: where it was, and what it was, by paths relative to it. */
  const trash = new Map<string, { from: string; entries: Tree }>()

  const isFolder = (path: string) => path === '' || live.get(path) === null
  const below = (path: string) => [...live].filter(([each]) => each === path || each.startsWith(`${path}/`))
  const place = (entries: Iterable<[string, string | null]>, from: string, to: string) => {
    for (const [path, content] of entries) live.set(to + path.slice(from.length), content)
  }
  const take = (path: string) => {
    const entries = below(path)
    for (const [each] of entries) live.delete(each)
    return entries
  }
  const mayBePlaced = (path: string, parent: string) =>
    live.has(path) &&
    isFolder(parent) &&
    parent !== path &&
    !parent.startsWith(`${path}/`) &&
    !live.has(join(parent, nameOf(path)))

  return {
    folder(parent: string, name: string): boolean {
      if (!isFolder(parent) || live.has(join(parent, name))) return false
      live.set(join(parent, name), null)
      return true
    },
    upload(parent: string, name: string, content: string): boolean {
      const path = join(parent, name)
      if (!isFolder(parent) || live.get(path) === null || !isUploadable(name)) return false
      live.set(path, content)
      return true
    },
    rename(path: string, name: string): boolean {
      const to = join(parentOf(path), name)
      if (!live.has(path) || live.has(to) || (live.get(path) !== null && !isUploadable(name))) return false
      place(take(path), path, to)
      return true
    },
    move(path: string, parent: string): boolean {
      if (!mayBePlaced(path, parent)) return false
      place(take(path), path, join(parent, nameOf(path)))
      return true
    },
    copy(path: string, parent: string): boolean {
      if (!mayBePlaced(path, parent)) return false
      place(below(path), path, join(parent, nameOf(path)))
      return true
    },
    remove(path: string, trash_path: string | undefined): boolean {
      if (!live.has(path)) return false
      const entries = take(path).map(([each, content]): [string, string | null] => [each.slice(path.length), content])
      if (trash_path !== undefined) trash.set(trash_path, { from: path, entries: new Map(entries) })
      return true
    },
    restore(trash_path: string, to: string | undefined): boolean {
      const found = trash.get(trash_path)
      if (!found) return false
      const above = found.from
        .split('/')
        .slice(0, -1)
        .map((_, n, names) => names.slice(0, n + 1).join('/'))
      if (above.some((path) => live.has(path) && !isFolder(path))) return false
      if (to === undefined || live.has(to) || parentOf(to) !== parentOf(found.from)) return false
      for (const path of above) live.set(path, null)
      trash.delete(trash_path)
      place(
        [...found.entries].map(([path, content]) => [`.${path}`, content]),
        '.',
        to,
      )
      return true
    },
    erase: (trash_path: string): boolean => trash.delete(trash_path),

    paths: () => ['', ...live.keys()],
    trashed: () => [...trash.keys()],
    files: () => [...live].filter((entry): entry is [string, string] => entry[1] !== null),
    listing: () => [...live].map(([path, content]) => (content === null ? `${path}/` : path)).sort(),
    trashListing() {
      const shown = new Set<string>()
      for (const [path, { entries }] of trash) {
        const names = path.split('/')
        for (let n = 2; n < names.length; n++) shown.add(`${names.slice(0, n).join('/')}/`)
        for (const [each, content] of entries) shown.add(`${path}${each}${content === null ? '/' : ''}`)
      }
      return [...shown].sort()
    },
  }
}

export type StorageModel = ReturnType<typeof createStorageModel>
