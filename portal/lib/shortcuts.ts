import { useEffect, useEffectEvent } from 'react'
import { storedChoice } from './stored.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Whether single letters, digits and signs are keys of the page; whoever dictates, or reads by keys of their own, may not want it. */
export const singleKeys = storedChoice('alongside:single-keys', ['on', 'off'] as const, () => 'on')

/** Whether the event is these keys, `Mod+K` or `?`: Mod is ⌘ on Apple machines and Ctrl elsewhere. */
export function pressed(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const mod = parts.includes('Mod')
  if (mod !== (isMac ? event.metaKey : event.ctrlKey)) return false
  if (parts.includes('Alt') !== event.altKey) return false
  // A sign such as `?` is typed with Shift on some keyboards and without on others.
  if (/^\w$/.test(key) && parts.includes('Shift') !== event.shiftKey) return false
  // The letter by its place, so that it works while another alphabet is switched on.
  return /^[A-Z]$/.test(key) ? event.code === `Key${key}` : event.key === key
}

/** Keys that work on the whole page; those without Mod or Alt keep out of text fields, and of what has opened over the page. */
export function useShortcut(keys: string, run: () => void): void {
  const latest = useEffectEvent(run)
  useEffect(() => {
    const isPlain = !/\b(Mod|Alt)\b/.test(keys)
    const isSingle = keys.length === 1
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !pressed(event, keys) || (isPlain && isTaken(event.target))) return
      if (isSingle && singleKeys.get() === 'off') return
      event.preventDefault()
      latest()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [keys])
}

const opened = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox]'

/** Whether plain keys mean something else where they are pressed. */
export function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select') || target.closest(opened) !== null
}
