import { stored } from '../../../lib/stored.ts'
import { type Marks, parseMarks } from './marks.ts'

type MarksStore = {
  get: () => Marks
  change: (updater: (marks: Marks) => Marks) => void
  subscribe: (listener: () => void) => () => void
}

const stores = new Map<string, MarksStore>()

/** A person's marks in one organization, shared by the tabs of this browser; kept by the page alone where storage is denied. */
export function marksStore(userId: string, organizationId: string): MarksStore {
  const key = `alongside:inbox-marks:${userId}:${organizationId}`
  const known = stores.get(key)
  if (known) return known
  const opened = openStore(key)
  stores.set(key, opened)
  return opened
}

function openStore(key: string): MarksStore {
  const listeners = new Set<() => void>()
  let marks = parseMarks(stored.read(key))
  const become = (next: Marks) => {
    marks = next
    for (const listener of listeners) listener()
  }
  addEventListener('storage', (event) => {
    if (event.key === key) become(parseMarks(event.newValue))
  })
  return {
    get: () => marks,
    change: (updater) => {
      // Another tab may have changed them in this moment.
      const text = stored.read(key)
      const latest = text === null ? marks : parseMarks(text)
      const next = updater(latest)
      if (next === latest) return
      stored.write(key, JSON.stringify(next))
      become(next)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
