import { validationError } from '#platform/http/errors.ts'
import type { SendMessage } from '../answers/reply.ts'

/** A message has words or files, and files only where its channel takes them. */
export function checkMessage({
  message,
  attachments,
  channel,
}: Pick<SendMessage, 'message' | 'attachments' | 'channel'>): void {
  if (!message.trim() && attachments.length === 0) {
    throw validationError([{ path: 'message', message: 'It is empty, and nothing is attached' }])
  }
  if (attachments.length > 0 && !channel.accepts_attachments) {
    throw validationError([{ path: 'attachments', message: 'This channel takes no files' }])
  }
}
