import type { QueryClient } from '@tanstack/react-query'

/** Leaves nothing of the person in this tab. Messages that failed first: they are stored again when anything of them changes. */
export function clearSession(client: QueryClient): void {
  client.getMutationCache().clear()
  sessionStorage.clear()
}
