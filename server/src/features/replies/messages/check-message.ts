import { validationError } from '#platform/http/errors.ts'
import type { SendMessage } from '../answers/reply.ts'

/** Also of characters that nobody sees, such as a zero-width space: a model would be paid to answer nothing. */
const isBlank = (text: string): boolean => /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text)

/** A message has words or files, and files only where its channel takes them. */
export function checkMessage({
  message,
  attachments,
  files = [],
  channel,
}: Pick<SendMessage, 'message' | 'attachments' | 'files' | 'channel'>): void {
  const hasFiles = attachments.length + files.length > 0
  if (isBlank(message) && !hasFiles) {
    throw validationError([{ path: 'message', message: 'It is empty, and nothing is attached' }])
  }
  if (hasFiles && !channel.accepts_attachments) {
    throw validationError([{ path: 'attachments', message: 'This channel takes no files' }])
  }
}
