import type { Message } from '#contracts/conversations.ts'
import { isBeingWritten } from './streamed-message.ts'

/** The messages of a conversation that were announced to a screen reader; `newest` is undefined until they were loaded. */
export type Announced = { newest?: string; beingWritten?: string | undefined }

/**
 * What a screen reader reads out next: that an answer is being written, and a message once it is complete, or waits. Read out
 * with every delta, nobody could listen to it; and what was there when the conversation was opened is not new.
 */
export function nextAnnouncement(
  { newest, beingWritten }: Announced,
  last: Message | undefined,
): { announced: Announced; what: 'being_written' | 'complete' | null } {
  if (!last) return { announced: { newest: '', beingWritten }, what: null }
  if (isBeingWritten(last)) return { announced: { newest: last.id, beingWritten: last.id }, what: 'being_written' }
  // After the newest message was deleted, the one before it is the last, and not new.
  const isNew = newest !== undefined && last.id > newest
  if (!isNew && beingWritten !== last.id) return { announced: { newest: last.id, beingWritten }, what: null }
  return { announced: { newest: last.id }, what: 'complete' }
}
