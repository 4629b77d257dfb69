import { type ComponentType, useSyncExternalStore } from 'react'

let shown: ComponentType | null = null
const listeners = new Set<() => void>()

/** From now on this is over every page, whichever page it came with. */
export function mountGlobalOverlay(component: ComponentType): void {
  shown = component
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function GlobalOverlay() {
  const Shown = useSyncExternalStore(subscribe, () => shown)
  return Shown && <Shown />
}
