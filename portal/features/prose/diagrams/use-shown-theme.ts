import { useSyncExternalStore } from 'react'

const root = document.documentElement
const shown = () => (root.dataset.theme === 'dark' ? 'dark' : 'light')

function subscribe(changed: () => void) {
  const observer = new MutationObserver(changed)
  observer.observe(root, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The theme as it is seen, be it the system's: for what cannot follow it by its styles. */
export const useShownTheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, shown)
