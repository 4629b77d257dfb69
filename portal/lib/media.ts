import { useSyncExternalStore } from 'react'

const queries = new Map<string, MediaQueryList>()

function mediaQuery(query: string): MediaQueryList {
  const media = queries.get(query) ?? matchMedia(query)
  queries.set(query, media)
  return media
}

export function useMedia(query: string): boolean {
  const media = mediaQuery(query)
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => media.matches,
  )
}

/** Whether keys are worth naming: a phone has none, and its page has no room for their names. */
export const useHasKeyboard = (): boolean => useMedia('(hover: hover) and (pointer: fine)')
