import { useState } from 'react'
import type { Message } from '#contracts/conversations.ts'
import { isBeingWritten } from '#thread/streamed-message.ts'
import { useServerEvent } from '../../../lib/realtime.ts'

const none: ReadonlySet<string> = new Set()

/** The chats in which an answer is being written, as far as its beginning was heard. */
export function useAnswering(): ReadonlySet<string> {
  const [answering, setAnswering] = useState(none)
  const follow = (message: Message) => {
    const { conversation_id, role } = message
    if (role !== 'ai') return
    setAnswering((known) => {
      const isAnswering = isBeingWritten(message)
      if (known.has(conversation_id) === isAnswering) return known
      const next = new Set(known)
      if (isAnswering) next.add(conversation_id)
      else next.delete(conversation_id)
      return next
    })
  }
  useServerEvent('internal.message', follow)
  useServerEvent('internal.message_updated', follow)
  useServerEvent('message_done', follow)
  // Ends that were missed are not announced again.
  useServerEvent('ready', () => setAnswering(none))
  return answering
}
