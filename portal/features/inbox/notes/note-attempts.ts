import { randomId } from '../../../lib/random-id.ts'
import { stored } from '../../../lib/stored.ts'

type Attempt = { id: string; content: string }

const session = () => sessionStorage
/** Of a browser that stores nothing, or has no room: a retry must be the same note there too. */
const known = new Map<string, Attempt>()
const storageKey = (draftKey: string) => `alongside:note-attempt:${draftKey}`

/** The note that was sent last from a draft and is not known to be saved; it outlives loading the page again. */
export const noteAttempts = {
  read(draftKey: string): Attempt | null {
    const attempt = known.get(draftKey)
    if (attempt) return attempt
    const found = stored.readJson(storageKey(draftKey), session)
    return isAttempt(found) ? found : null
  },

  /** The idempotency key: the same for the same text, so that a retry writes one note. */
  idOf(draftKey: string, content: string): string {
    const before = noteAttempts.read(draftKey)
    if (before?.content === content) return before.id
    const attempt = { id: randomId(), content }
    known.set(draftKey, attempt)
    stored.write(storageKey(draftKey), JSON.stringify(attempt), session)
    return attempt.id
  },

  clear(draftKey: string): void {
    known.delete(draftKey)
    stored.write(storageKey(draftKey), null, session)
  },

  /** For the end of a session. */
  clearAll: (): void => known.clear(),
}

function isAttempt(found: unknown): found is Attempt {
  const { id, content } = (found ?? {}) as Partial<Attempt>
  return typeof id === 'string' && typeof content === 'string'
}
