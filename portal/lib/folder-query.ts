import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import * as storagePaths from '#contracts/paths/storage.ts'
import type { FolderListing } from '#contracts/storage.ts'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { call } from './api.ts'
import { queryKeys } from './query-keys.ts'

export const folderOf = (path: string): string => joinPath(namesOf(path).slice(0, -1))

/** Whether it is this folder, or lies anywhere in it. */
export const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/**
 * What lies directly in a folder of the storage; null where it is not there, or not for this person: an answer like any
 * other, so that reading it again does not take the notice of it off the page meanwhile.
 */
export const folderQuery = (organization: { id: string }, path: string) =>
  queryOptions({
    queryKey: queryKeys.folder(organization.id, path),
    queryFn: async ({ signal }): Promise<FolderListing | null> => {
      const at = { params: { organization_id: organization.id }, query: { path } }
      try {
        return await call(storagePaths.listFolder, at, { signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
