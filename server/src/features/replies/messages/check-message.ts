import { isBlank } from '#contracts/blank.ts'
import { validationError } from '#platform/http/errors.ts'
import type { SendMessage } from '../answers/reply.ts'

/** A message needs text or files, and may have files only where its channel accepts them. */
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
  if (hasFiles && !channel.acceptsAttachments) {
    throw validationError([{ path: 'attachments', message: 'This channel takes no files' }])
  }
}
