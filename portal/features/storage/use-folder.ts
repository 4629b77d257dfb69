import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import * as storagePaths from '#contracts/paths/storage.ts'
import { addressOf } from '#contracts/request.ts'
import type { StorageEntry } from '#contracts/storage.ts'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useSession } from '../../lib/session.ts'

/** Where the browser downloads a file, or a folder as a zip. */
export const downloadAddress = (organization: { id: string }, path: string): string =>
  addressOf(storagePaths.downloadEntry, { params: { organization_id: organization.id }, query: { path } })

export const folderOf = (path: string): string => joinPath(namesOf(path).slice(0, -1))
export const nameOf = (path: string): string => namesOf(path).at(-1) ?? ''

const folderQuery = (organization: { id: string }, path: string) =>
  queryOptions({
    queryKey: queryKeys.folder(organization.id, path),
    queryFn: ({ signal }) =>
      call(storagePaths.listFolder, { params: { organization_id: organization.id }, query: { path } }, { signal }),
  })

/** What lies directly in a folder. */
export function useFolder(path: string) {
  const { organization } = useSession()
  return useQuery(folderQuery(organization, path))
}

/** The folder is not there, or not for this person. */
export const isMissing = ({ error }: { error: Error | null }): boolean =>
  error instanceof ApiError && error.status === 404

/** One entry as its folder lists it; null where it is not there, be it for want of the folder. */
export function useEntry(path: string) {
  const { organization } = useSession()
  const entry = useQuery({
    ...folderQuery(organization, folderOf(path)),
    select: ({ files }): StorageEntry | null => files.find((entry) => entry.path === path) ?? null,
  })
  return { ...entry, data: isMissing(entry) ? null : entry.data }
}
