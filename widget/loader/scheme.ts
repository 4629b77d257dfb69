import type { ColorScheme } from '#contracts/widget-frames.ts'

const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/** A page that names both follows the system. */
const named = (text: string | null): ColorScheme | undefined => {
  const found = text?.split(' ').filter((word) => word === 'light' || word === 'dark')
  return found?.[1] ? undefined : found?.[0]
}

/** How the page looks: what it says of itself, before what its visitor prefers. */
export function pageScheme(): ColorScheme {
  const root = document.documentElement
  return (
    named(root.style.colorScheme) ??
    named(root.getAttribute('data-theme')) ??
    named(root.className) ??
    named(getComputedStyle(root).colorScheme) ??
    (prefersDark.matches ? 'dark' : 'light')
  )
}

export function followScheme(listener: (scheme: ColorScheme) => void, signal: AbortSignal): void {
  let last = pageScheme()
  const look = () => {
    const next = pageScheme()
    if (next !== last) listener(next)
    last = next
  }
  const observer = new MutationObserver(look)
  observer.observe(document.documentElement, { attributeFilter: ['class', 'style', 'data-theme'] })
  prefersDark.addEventListener('change', look, { signal })
  signal.addEventListener('abort', () => observer.disconnect())
}
