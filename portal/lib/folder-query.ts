import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import * as storagePaths from '#contracts/paths/storage.ts'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { call } from './api.ts'
import { queryKeys } from './query-keys.ts'

export const folderOf = (path: string): string => joinPath(namesOf(path).slice(0, -1))

/** What lies directly in a folder of the storage. */
export const folderQuery = (organization: { id: string }, path: string) =>
  queryOptions({
    queryKey: queryKeys.folder(organization.id, path),
    queryFn: ({ signal }) =>
      call(storagePaths.listFolder, { params: { organization_id: organization.id }, query: { path } }, { signal }),
  })

/** The folder is not there, or not for this person. */
export const isMissing = ({ error }: { error: unknown }): boolean => error instanceof ApiError && error.status === 404
