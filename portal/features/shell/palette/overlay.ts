import { useSyncExternalStore } from 'react'

export type Overlay = 'palette' | 'keys'

let shown: Overlay | null = null
const listeners = new Set<() => void>()

/** Shows what opens over every page, by a key or by a button; null closes it. */
export function showOverlay(overlay: Overlay | null): void {
  shown = overlay
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOverlay = (): Overlay | null => useSyncExternalStore(subscribe, () => shown)
