import { useHasKeyboard } from '../lib/media.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const symbols: Record<string, string> = isMac
  ? { Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↵', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' }
  : { Mod: 'Ctrl', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' }

/** A hint at keys, `Mod+K`; nothing where there is no keyboard. */
export function Kbd({ keys }: { keys: string }) {
  return useHasKeyboard() && <KeyNames keys={keys} />
}

/** Keys to press together, as this person's keyboard has them. */
export function KeyNames({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex shrink-0 items-center gap-0.5 font-sans">
      {keys.split('+').map((key) => (
        <span
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-line bg-canvas px-1 text-2xs text-muted"
        >
          {symbols[key] ?? key}
        </span>
      ))}
    </kbd>
  )
}
