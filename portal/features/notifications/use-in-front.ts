import { useLocation } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { showInFront } from './locks.ts'

const changes = ['focus', 'blur', 'visibilitychange'] as const

function subscribe(listener: () => void) {
  for (const change of changes) addEventListener(change, listener, true)
  return () => {
    for (const change of changes) removeEventListener(change, listener, true)
  }
}
const isLookedAt = () => document.visibilityState === 'visible' && document.hasFocus()

/** While the inbox shows a conversation and the window has the person's attention, no tab notifies them of it. */
export function useInFront(): void {
  const shown = useLocation({ select: ({ pathname, search }) => (pathname === '/inbox' ? search.conversation : null) })
  const isSeen = useSyncExternalStore(subscribe, isLookedAt)
  useEffect(() => {
    if (shown && isSeen) return showInFront(shown)
  }, [shown, isSeen])
}
