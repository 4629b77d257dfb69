import { useState } from 'react'

type Values = Record<string, unknown>

export type Form<T extends Values> = {
  /** The shown values: edits over saved values. */
  values: T
  /** Only the edits, in the shape of an update. */
  changes: Partial<T>
  isDirty: boolean
  set: (edits: Partial<T>) => void
  reset: () => void
  /** Marks sent values as saved, as the server may have normalized them; later edits stay. */
  markSaved: (sent: Partial<T>) => void
}

/**
 * Keeps the edits apart from what is saved: a colleague's change shows at once in every field that is not being edited,
 * and an edit back to what is saved is none.
 */
export function useForm<T extends Values>(saved: T): Form<T> {
  const [edits, setEdits] = useState<Partial<T>>({})
  const changes = changesOf(saved, edits)
  return {
    values: { ...saved, ...changes },
    changes,
    isDirty: Object.keys(changes).length > 0,
    set: (more) => setEdits((known) => ({ ...known, ...more })),
    reset: () => setEdits({}),
    markSaved: (sent) => setEdits((known) => unsent(known, sent)),
  }
}

export function changesOf<T extends Values>(saved: T, edits: Partial<T>): Partial<T> {
  const entries = Object.entries(edits).filter(([name, value]) => value !== undefined && !isSame(value, saved[name]))
  return Object.fromEntries(entries) as Partial<T>
}

/** The edits that differ from the sent values. */
export function unsent<T extends Values>(edits: Partial<T>, sent: Partial<T>): Partial<T> {
  const entries = Object.entries(edits).filter(([name, value]) => !(name in sent) || !isSame(value, sent[name]))
  return Object.fromEntries(entries) as Partial<T>
}

/** Values of a form are texts, numbers, flags, and lists of them. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b))
}
