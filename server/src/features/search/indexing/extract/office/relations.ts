import { posix } from 'node:path'
import { Unreadable } from '../unreadable.ts'
import type { Package, Relation } from './package.ts'
import type { Handlers } from './parse-xml.ts'

/** Where the relations of a part are stored; those of the package itself for ''. */
export const relationsName = (part: string): string =>
  part === '' ? '_rels/.rels' : `${folderOf(part)}_rels/${posix.basename(part)}.rels`

const folderOf = (part: string): string => {
  const folder = posix.dirname(part)
  return folder === '.' ? '' : `${folder}/`
}

export async function readRelations(file: Package, part: string): Promise<Relation[]> {
  const relations: Relation[] = []
  await file.read(relationsName(part), {
    open(tag, { Id = '', Type = '', Target = '', TargetMode }) {
      if (tag !== 'Relationship' || TargetMode === 'External') return
      const type = Type.slice(Type.lastIndexOf('/') + 1)
      relations.push({ id: Id, type, target: targetOf(file, folderOf(part), Target) })
    },
  })
  return relations
}

function targetOf(file: Package, folder: string, target: string): string {
  const [path = ''] = target.replaceAll('\\', '/').split(/[#?]/, 1)
  const name = path.startsWith('/') ? posix.normalize(path.slice(1)) : posix.join(folder, path)
  if (file.has(name)) return name
  const decoded = decode(name)
  // Some writers name parts from the top of the package and leave the slash out.
  return file.has(decoded) || !file.has(path) ? decoded : path
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The part with which reading begins. A package without relations of its own is read by the names that Office uses. */
export async function mainPart(file: Package, { usual, kind }: { usual: string; kind: string }): Promise<string> {
  const [named] = await file.related('', 'officeDocument')
  if (named) return named
  if (file.has(usual)) return usual
  throw new Unreadable(`The file is not ${kind}`)
}

/** Handlers that refuse a part whose first element is another one. */
export function withRoot(element: string, kind: string, handlers: Handlers): Handlers {
  let isFirst = true
  return {
    ...handlers,
    open(name, attributes) {
      if (isFirst && name !== element) throw new Unreadable(`The file is not ${kind}`)
      isFirst = false
      handlers.open?.(name, attributes)
    },
  }
}

/** The first related part of a type, or the one that Office usually names so where no relation says. */
export async function relatedPart(file: Package, main: string, type: string, usual: string): Promise<string | null> {
  const [named] = await file.related(main, type)
  if (named) return named
  const beside = `${folderOf(main)}${usual}`
  return file.has(beside) ? beside : null
}
