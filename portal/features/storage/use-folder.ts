import { useQuery } from '@tanstack/react-query'
import * as storagePaths from '#contracts/paths/storage.ts'
import { addressOf } from '#contracts/request.ts'
import type { StorageEntry } from '#contracts/storage.ts'
import { namesOf } from '#contracts/storage-names.ts'
import { folderOf, folderQuery } from '../../lib/folder-query.ts'
import { useSession } from '../../lib/session.ts'

/** Where the browser downloads a file, or a folder as a zip. */
export const downloadAddress = (organization: { id: string }, path: string): string =>
  addressOf(storagePaths.downloadEntry, { params: { organization_id: organization.id }, query: { path } })

export const nameOf = (path: string): string => namesOf(path).at(-1) ?? ''

/** What lies directly in a folder; null where there is none. */
export function useFolder(path: string) {
  const { organization } = useSession()
  return useQuery(folderQuery(organization, path))
}

/** One entry as its folder lists it; null where it is not there, be it for want of the folder. */
export function useEntry(path: string) {
  const { organization } = useSession()
  return useQuery({
    ...folderQuery(organization, folderOf(path)),
    select: (listing): StorageEntry | null => listing?.files.find((entry) => entry.path === path) ?? null,
  })
}
