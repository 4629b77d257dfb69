/** For this long after a keystroke, the next one is still part of the typed text, even if its field has disappeared. */
const TYPING_PAUSE_MS = 1_000

let lastTypedAt = Number.NEGATIVE_INFINITY
/** The element in which the held key was pressed. */
let pressedIn: EventTarget | null = null
let openings = 0

const overlays = ['dialog', 'alertdialog', 'menu'].map((role) => `[role=${role}]:not([data-state=closed])`).join()
const opened = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox]'
/** Where someone writes: its buttons lie beside the field, and a key pressed on them may have been meant for it. */
const typingArea = 'form, [data-typing-area]'

export function isTextField(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/** Whether keys without Ctrl or Alt belong to a text field, or to what has opened over the page. */
export function isTyped(event: KeyboardEvent | ClipboardEvent): boolean {
  const { target } = event
  if (isTextField(target) || (target instanceof Element && target.closest(opened) !== null)) return true
  return openings > 0 || document.querySelector(overlays) !== null
}

/** Whether a single letter or sign may be a shortcut: never while someone types, nor where they are about to. */
export function isShortcutLetter(event: KeyboardEvent): boolean {
  if (isTyped(event) || event.isComposing) return false
  if (event.target instanceof Element && event.target.closest(typingArea)) return false
  return event.timeStamp - lastTypedAt >= TYPING_PAUSE_MS
}

/** Call before something opens that first has to be fetched: single letters do nothing until the returned function is called. */
export function suspendShortcuts(): () => void {
  openings++
  return () => {
    openings--
  }
}

/** Moves the focus, unless someone has begun to type elsewhere meanwhile. */
export function focusUnlessTyping(id: string): void {
  if (!isTextField(document.activeElement)) document.getElementById(id)?.focus()
}

/** Listens to keys on the whole page, before any other listener. */
export function watchTyping(): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, timeStamp } = event
    if (!event.repeat) pressedIn = target
    // A key that has led into a field, and is still held, neither types there nor sends what is there.
    else if (isTextField(target) && target !== pressedIn && !moves(key)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    const isLetter = key.length === 1 && !event.ctrlKey && !event.metaKey
    if (isTextField(target)) {
      if (isLetter) lastTypedAt = timeStamp
      else if (endsTyping(event, target)) lastTypedAt = Number.NEGATIVE_INFINITY
    } else if (isLetter && timeStamp - lastTypedAt < TYPING_PAUSE_MS) lastTypedAt = timeStamp
  }
  const options = { capture: true }
  addEventListener('keydown', onKeyDown, options)
  // A field that is left by the pointer is left on purpose; one that is entered is about to be typed into.
  const onPointerDown = () => {
    lastTypedAt = Number.NEGATIVE_INFINITY
  }
  const onFocusIn = ({ target, timeStamp }: FocusEvent) => {
    if (isTextField(target)) lastTypedAt = timeStamp
  }
  addEventListener('pointerdown', onPointerDown, options)
  addEventListener('focusin', onFocusIn, options)
}

const moves = (key: string) => key === 'Tab' || key.startsWith('Arrow')

/** Keys by which a person leaves a field. Enter ends a line, and in a text of several lines it ends nothing. */
function endsTyping({ key, isComposing }: KeyboardEvent, field: HTMLElement): boolean {
  if (isComposing) return false
  return key === 'Escape' || key === 'Tab' || (key === 'Enter' && field instanceof HTMLInputElement)
}
