import type { QueryClient } from '@tanstack/react-query'
import { drafts } from '../conversation/compose/drafts.ts'
import { noteAttempts } from '../inbox/notes/note-attempts.ts'

/** Leaves nothing of the person in this tab. Messages that failed first: they are stored again when anything of them changes. */
export function clearSession(client: QueryClient): void {
  client.getMutationCache().clear()
  drafts.clear()
  noteAttempts.clearAll()
  sessionStorage.clear()
}
