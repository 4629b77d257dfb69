import { type KeyboardEvent, useRef } from 'react'

export type Sent = { id: string; text: string }

/**
 * Arrow keys bring back what was sent before, as long as nothing else has been written. Within a recalled text of
 * several lines they move the caret first. True when the key was used.
 */
export function useRecall(readSent: () => Sent[], text: string, setText: (text: string) => void) {
  const recalled = useRef<Sent | null>(null)
  return (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return false
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false
    const from = recalled.current?.text === text ? recalled.current.id : null
    if (text !== '' && from === null) return false
    const { selectionStart, selectionEnd } = event.currentTarget
    const isAtEdge = selectionStart === selectionEnd && (selectionStart === 0 || selectionEnd === text.length)
    if (!isAtEdge) return false

    const sent = readSent()
    const at = sent.findIndex(({ id }) => id === from)
    if (event.key === 'ArrowDown' && at === -1) return false
    const next = event.key === 'ArrowUp' ? sent.at(at === -1 ? -1 : Math.max(at - 1, 0)) : sent[at + 1]
    if (event.key === 'ArrowUp' && !next) return false
    event.preventDefault()
    recalled.current = next ?? null
    setText(next?.text ?? '')
    return true
  }
}
