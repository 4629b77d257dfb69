import { useEffect, useEffectEvent } from 'react'
import { storedChoice } from './stored.ts'
import { isShortcutLetter, isTyped } from './typing.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Whether single letters, digits and signs are keys of the page; people who dictate, or use a screen reader, may not want it. */
export const singleKeys = storedChoice('alongside:single-keys', ['on', 'off'] as const, () => 'on')

/** Whether the event is these keys, `Mod+K` or `?`: Mod is ⌘ on Apple machines and Ctrl elsewhere. */
export function pressed(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const [mod, other] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  if (mod !== parts.includes('Mod') || other) return false
  if (parts.includes('Alt') !== event.altKey) return false
  // A sign such as `?` is typed with Shift on some keyboards and without on others.
  if (/^\w$/.test(key) && parts.includes('Shift') !== event.shiftKey) return false
  // The letter by its place, so that it works while another alphabet is switched on.
  return /^[A-Z]$/.test(key) ? event.code === `Key${key}` : event.key === key
}

/** Whether the event is this single letter, digit or sign, and means a shortcut here and now. */
export function pressedAlone(event: KeyboardEvent, key: string): boolean {
  return pressed(event, key) && singleKeys.get() === 'on' && isShortcutLetter(event)
}

/**
 * Keys that work on the whole page. Those without Mod or Alt keep out of text fields, and of what has opened over the page;
 * single letters also of every place where someone types or is about to. A key that is held acts once, unless it `repeats`.
 */
export function useShortcut(keys: string, run: () => void, { repeats = false } = {}): void {
  const latest = useEffectEvent(run)
  useEffect(() => {
    const isPlain = !/\b(Mod|Alt)\b/.test(keys)
    const isMeant = (event: KeyboardEvent) => {
      if (keys.length === 1) return pressedAlone(event, keys)
      return pressed(event, keys) && !(isPlain && isTyped(event))
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isMeant(event)) return
      event.preventDefault()
      if (event.repeat && !repeats) return
      latest()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [keys, repeats])
}
