import { useSyncExternalStore } from 'react'
import { stored } from '../../../lib/stored.ts'

const key = 'alongside:open-folders'
const maxStored = 200
const session = () => sessionStorage

/** Which folders of the tree were opened, saved as long as the session: their names are nobody else's business. */
let open: ReadonlySet<string> = new Set(read())
const listeners = new Set<() => void>()

function read(): string[] {
  try {
    const saved: unknown = JSON.parse(stored.read(key, session) ?? '[]')
    return Array.isArray(saved) ? saved.filter((path) => typeof path === 'string') : []
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
    stored.write(key, JSON.stringify([...next].slice(-maxStored)), session)
    for (const listener of listeners) listener()
  },
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useOpenFolders(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => open)
}
