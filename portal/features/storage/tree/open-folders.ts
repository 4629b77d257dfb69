import { useSyncExternalStore } from 'react'
import { stored } from '../../../lib/stored.ts'

const key = 'alongside:open-folders'
const mostKept = 200
const session = () => sessionStorage

/** Which folders of the tree were opened, kept as long as the session: their names are nobody else's business. */
let open: ReadonlySet<string> = new Set(read())
const listeners = new Set<() => void>()

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(stored.read(key, session) ?? '[]')
    return Array.isArray(kept) ? kept.filter((path) => typeof path === 'string') : []
  } catch {
    return []
  }
}

export const openFolders = {
  toggle: (path: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(path)
    else next.delete(path)
    open = next
    stored.write(key, JSON.stringify([...next].slice(-mostKept)), session)
    for (const heard of listeners) heard()
  },
}

function subscribe(heard: () => void) {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

export function useOpenFolders(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => open)
}
