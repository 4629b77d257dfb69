import type { DragEvent } from 'react'
import { namesOf } from '#contracts/storage-names.ts'
import { folderOf, isWithin } from '../../../lib/folder-query.ts'
import { useDrop } from '../../../lib/use-drop.ts'

const type = 'application/x-alongside-entries'

/** Carries entries while they are dragged; only this page knows what they are. */
export function startDrag(event: DragEvent, paths: readonly string[]): void {
  event.dataTransfer.setData(type, JSON.stringify(paths))
  event.dataTransfer.effectAllowed = 'copyMove'
  dragged = paths
}

// What is dragged can be read only where it is dropped; whether it may be dropped is asked before.
let dragged: readonly string[] = []

export function canTake(folder: string, paths: readonly string[]): boolean {
  return paths.every((path) => folderOf(path) !== folder && !isWithin(folder, path))
}

/** A folder onto which entries are dropped: to move them, or with Ctrl or Alt to copy them. */
export function useEntryTarget(folder: string, place: (paths: readonly string[], mode: 'move' | 'copy') => void) {
  const modeOf = (event: DragEvent) => (event.ctrlKey || event.altKey ? 'copy' : 'move')
  const { over, handlers } = useDrop({
    placeAt: ({ dataTransfer }) => (dataTransfer.types.includes(type) && canTake(folder, dragged) ? folder : null),
    effectOf: modeOf,
    onDrop: (_folder, event) => place(JSON.parse(event.dataTransfer.getData(type)) as string[], modeOf(event)),
  })
  return { isOver: over !== null, handlers }
}

/** A folder by its name, the top one by another word. */
export const shownName = (path: string, top: string): string => namesOf(path).at(-1) ?? top
