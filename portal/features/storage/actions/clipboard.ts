import { useSyncExternalStore } from 'react'

/** Entries that were copied or cut here and can be pasted in another folder. */
type Clipboard = { mode: 'copy' | 'move'; paths: readonly string[] } | null

let contents: Clipboard = null
const listeners = new Set<() => void>()

export const clipboard = {
  get: () => contents,
  set: (next: Clipboard) => {
    contents = next
    for (const listener of listeners) listener()
  },
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useClipboard(): Clipboard {
  return useSyncExternalStore(subscribe, clipboard.get)
}
