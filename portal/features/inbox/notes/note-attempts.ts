import { randomId } from '../../../lib/random-id.ts'
import { stored } from '../../../lib/stored.ts'

type Attempt = { id: string; content: string }

const session = () => sessionStorage
const storageKey = (draftKey: string) => `alongside:note-attempt:${draftKey}`

/** The note that was sent last from a draft and is not known to be saved; it outlives loading the page again. */
export const noteAttempts = {
  read(draftKey: string): Attempt | null {
    const text = stored.read(storageKey(draftKey), session)
    // Only this module writes there.
    return text === null ? null : (JSON.parse(text) as Attempt)
  },

  /** The idempotency key: the same for the same text, so that a retry writes one note. */
  idOf(draftKey: string, content: string): string {
    const before = noteAttempts.read(draftKey)
    if (before?.content === content) return before.id
    const id = randomId()
    stored.write(storageKey(draftKey), JSON.stringify({ id, content } satisfies Attempt), session)
    return id
  },

  clear: (draftKey: string) => stored.write(storageKey(draftKey), null, session),
}
