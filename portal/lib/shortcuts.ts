import { useEffect, useEffectEvent } from 'react'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

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

/** Keys that work on the whole page; those without Mod or Alt keep out of text fields. */
export function useShortcut(keys: string, run: () => void): void {
  const latest = useEffectEvent(run)
  useEffect(() => {
    const isPlain = !/\b(Mod|Alt)\b/.test(keys)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !pressed(event, keys) || (isPlain && isTyping(event.target))) return
      event.preventDefault()
      latest()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [keys])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
