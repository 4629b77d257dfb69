import { type KeyboardEvent, useRef } from 'react'
import type { Message } from '#contracts/conversations.ts'

/** Arrow keys bring back what was sent before, as long as nothing else has been written. True when the key was used. */
export function useRecall(sent: Message[] | undefined, draft: string, setDraft: (text: string) => void) {
  const recalled = useRef<{ id: string; text: string } | null>(null)
  return (event: KeyboardEvent): boolean => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return false
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false
    const from = recalled.current?.text === draft ? recalled.current.id : null
    if (draft !== '' && from === null) return false

    const own = (sent ?? []).filter(({ role, content }) => role === 'contact' && content !== '')
    const at = own.findIndex(({ id }) => id === from)
    if (event.key === 'ArrowDown' && at === -1) return false
    const next = event.key === 'ArrowUp' ? own.at(at === -1 ? -1 : Math.max(at - 1, 0)) : own[at + 1]
    if (event.key === 'ArrowUp' && !next) return false
    event.preventDefault()
    recalled.current = next ? { id: next.id, text: next.content } : null
    setDraft(next?.content ?? '')
    return true
  }
}
