import { type ComponentType, useSyncExternalStore } from 'react'

let shown: ComponentType | null = null
const listeners = new Set<() => void>()

/** From now on this stands over every page, whichever page it came with. */
export function keepStanding(component: ComponentType): void {
  shown = component
  for (const heard of listeners) heard()
}

function subscribe(heard: () => void) {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

export function Standing() {
  const Shown = useSyncExternalStore(subscribe, () => shown)
  return Shown && <Shown />
}
