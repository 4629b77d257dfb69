import { useSyncExternalStore } from 'react'
import { stored } from '../../../lib/stored.ts'

/** What is being written in a chat and has not been sent. */
export type Draft = { text: string; files: readonly File[] }

const nothing: Draft = { text: '', files: [] }
const session = () => sessionStorage
const known = new Map<string, Draft>()
const listeners = new Set<() => void>()

const storageKey = (key: string) => `alongside:draft:${key}`

/** Drafts outlive going elsewhere; their text outlives loading the page again, which files cannot. */
export const drafts = {
  read(key: string): Draft {
    const draft = known.get(key) ?? { ...nothing, text: stored.read(storageKey(key), session) ?? '' }
    known.set(key, draft)
    return draft
  },

  write(key: string, change: Partial<Draft>): void {
    const draft = { ...drafts.read(key), ...change }
    known.set(key, draft)
    stored.write(storageKey(key), draft.text || null, session)
    for (const listener of listeners) listener()
  },

  /** When a chat gets its own address, its draft moves with it. */
  move(from: string, to: string): void {
    const draft = drafts.read(from)
    if (draft.text === '' && draft.files.length === 0) return
    drafts.write(to, draft)
    drafts.write(from, nothing)
  },

  /** For the end of a session: the files of a draft are in this page alone. */
  clear(): void {
    known.clear()
    for (const listener of listeners) listener()
  },
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useDraft(key: string): Draft {
  return useSyncExternalStore(subscribe, () => drafts.read(key))
}

export function draftKey(userId: string, employeeId: string, conversationId: string | undefined): string {
  return `${userId}:${employeeId}:${conversationId ?? 'current'}`
}
