import { useSyncExternalStore } from 'react'

/** Entries that were copied or cut here and can be pasted in another folder. */
export type Clipboard = { mode: 'copy' | 'move'; paths: readonly string[] } | null

let held: Clipboard = null
const listeners = new Set<() => void>()

export const clipboard = {
  get: () => held,
  set: (next: Clipboard) => {
    held = next
    for (const heard of listeners) heard()
  },
}

function subscribe(heard: () => void) {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

export function useClipboard(): Clipboard {
  return useSyncExternalStore(subscribe, clipboard.get)
}
