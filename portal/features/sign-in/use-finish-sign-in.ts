import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { queryKeys } from '../../lib/query-keys.ts'
import { destinationOf } from '../../lib/return-path.ts'

/** Reads again who is signed in, and goes where the server's answer leads. */
export function useFinishSignIn(): (redirectUrl: unknown) => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  return async (redirectUrl) => {
    const { path, isServers } = destinationOf(redirectUrl)
    if (isServers) return location.assign(path)
    await client.resetQueries({ queryKey: queryKeys.whoAmI })
    router.history.replace(path)
  }
}
