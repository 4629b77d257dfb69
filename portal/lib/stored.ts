import { useSyncExternalStore } from 'react'

/** Text kept in the browser. A browser that denies storage, or whose storage is full, forgets it with the page. */
export const stored = {
  read: (key: string, storage: () => Storage = () => localStorage): string | null => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  },
  /** What was stored as JSON; null where it is none, as an extension or an earlier release may have left it. */
  readJson: (key: string, storage?: () => Storage): unknown => {
    try {
      return JSON.parse(stored.read(key, storage) ?? 'null')
    } catch {
      return null
    }
  },
  write: (key: string, value: string | null, storage: () => Storage = () => localStorage): boolean => {
    try {
      if (value === null) storage().removeItem(key)
      else storage().setItem(key, value)
      return true
    } catch {
      return false
    }
  },
}

export type Choice<T extends string> = {
  get: () => T
  set: (value: T) => void
  subscribe: (listener: () => void) => () => void
}

/** One of a few values that the person chose, shared by the tabs of this browser. */
export function storedChoice<T extends string>(key: string, choices: readonly T[], fallback: () => T): Choice<T> {
  const parse = (text: string | null) => choices.find((choice) => choice === text) ?? fallback()
  const listeners = new Set<() => void>()
  let value = parse(stored.read(key))
  const become = (next: T) => {
    value = next
    for (const listener of listeners) listener()
  }
  addEventListener('storage', (event) => {
    if (event.key === key) become(parse(event.newValue))
  })
  return {
    get: () => value,
    set: (next) => {
      stored.write(key, next)
      become(next)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useChoice<T extends string>(choice: Choice<T>): T {
  return useSyncExternalStore(choice.subscribe, choice.get)
}
