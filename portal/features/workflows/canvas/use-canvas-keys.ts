import { useEffect, useEffectEvent } from 'react'
import { pressed, pressedAlone } from '../../../lib/shortcuts.ts'
import { isTyped } from '../../../lib/typing.ts'

type CanvasKeys = {
  isOn: boolean
  add: () => void
  rename: () => void
  disable: () => void
  fit: () => void
  undo: () => void
  redo: () => void
  /** The text to copy; null if nothing is selected. */
  copied: () => string | null
  /** False where the text holds no steps. */
  paste: (text: string) => boolean
}

/** Keyboard shortcuts of the canvas, except in text fields and dialogs. */
export function useCanvasKeys(keys: CanvasKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyped(event)) return
    const found =
      pressed(event, 'Tab') && isOnCanvas(event.target)
        ? keys.add
        : pressedAlone(event, 'D')
          ? keys.disable
          : pressed(event, 'F2')
            ? keys.rename
            : pressedAlone(event, '1')
              ? keys.fit
              : pressed(event, 'Mod+Z')
                ? keys.undo
                : pressed(event, 'Mod+Shift+Z')
                  ? keys.redo
                  : null
    if (!found || (!keys.isOn && found !== keys.fit)) return
    event.preventDefault()
    found()
  })
  const copy = useEffectEvent((event: ClipboardEvent) => {
    const text = isTyped(event) || !getSelection()?.isCollapsed ? null : keys.copied()
    if (text === null) return
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (!keys.isOn || isTyped(event)) return
    if (keys.paste(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    const onCopy = (event: ClipboardEvent) => copy(event)
    const onPaste = (event: ClipboardEvent) => paste(event)
    addEventListener('keydown', onKey)
    addEventListener('copy', onCopy)
    addEventListener('paste', onPaste)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('copy', onCopy)
      removeEventListener('paste', onPaste)
    }
  }, [])
}

/** On the canvas or a selected step; on a step with only the focus, Tab moves on. */
const isOnCanvas = (target: EventTarget | null): boolean =>
  target instanceof Element && (target === document.body || target.matches('.react-flow__node.selected'))
