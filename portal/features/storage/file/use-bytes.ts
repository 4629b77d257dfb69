import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import type { StorageEntry } from '#contracts/storage.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { downloadAddress } from '../use-folder.ts'

/** The bytes of a file as it is now, read again when they change. */
export function useBytes({ path, modified_at }: StorageEntry) {
  const { organization } = useSession()
  return useQuery({
    queryKey: queryKeys.fileBytes(organization.id, path, modified_at),
    queryFn: async ({ signal }): Promise<Blob> => {
      const response = await fetch(downloadAddress(organization, path), { signal })
      if (!response.ok) throw new ApiError('refused', '', { status: response.status })
      return response.blob()
    },
    // Up to 10 MB, and nobody else wants them.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
