import { type Query, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { FolderListing, StorageEntryEvent } from '#contracts/storage.ts'
import { isWithin } from '../../lib/folder-query.ts'
import { createFrameQueue } from '../../lib/frame-queue.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import { applyStorageEvents, type StorageChange } from './apply-events.ts'

const pause = 500

/** Keeps the listings that are in the cache true by what the server pushes, many events at a time and without reading again. */
export function useStorageEvents(): void {
  const client = useQueryClient()
  const { organization } = useSession()
  const queue = useMemo(() => {
    const folders = queryKeys.folders(organization.id)
    const late = new Map<string, ReturnType<typeof setTimeout>>()
    const readLater = (key: QueryKey) => {
      clearTimeout(late.get(String(key)))
      late.set(
        String(key),
        setTimeout(() => client.invalidateQueries({ queryKey: key, exact: true }), pause),
      )
    }
    let trashTimer: ReturnType<typeof setTimeout> | undefined
    const apply = (events: StorageChange[]): StorageChange[] => {
      for (const [key, listing] of client.getQueriesData<FolderListing | null>({ queryKey: folders })) {
        const folder = String(key.at(-1))
        const after = listing && applyStorageEvents(folder, listing, events)
        if (after !== listing) client.setQueryData(key, after)
        // What is being read may have been read before the news; a flood of them must not hold it up for ever.
        if (client.getQueryState(key)?.fetchStatus === 'fetching') readLater(key)
      }
      for (const { kind, news } of events) refetchFolders(kind, news)
      if (events.some(({ kind }) => kind !== 'put')) {
        clearTimeout(trashTimer)
        trashTimer = setTimeout(() => client.invalidateQueries({ queryKey: queryKeys.trash(organization.id) }), pause)
      }
      return []
    }
    /** What a listing says of the folder itself, and what lay below a folder that is elsewhere now. */
    const refetchFolders = (kind: StorageChange['kind'], news: StorageEntryEvent) => {
      if (news.type !== 'folder') return
      const old = kind === 'moved' ? news.previous_path : kind === 'gone' ? news.path : undefined
      const concerns = (folder: string) => isWithin(folder, news.path) || (old !== undefined && isWithin(folder, old))
      const predicate = ({ queryKey }: Query) => concerns(String(queryKey.at(-1)))
      client.invalidateQueries({ queryKey: folders, predicate })
      client.invalidateQueries({ queryKey: queryKeys.shares(organization.id), predicate })
    }
    return createFrameQueue(apply)
  }, [client, organization.id])
  useEffect(() => queue.close, [queue])

  const queueAs = (kind: StorageChange['kind']) => (news: StorageEntryEvent) => queue.push({ kind, news })
  useServerEvent('storage_file.created', queueAs('put'))
  useServerEvent('storage_file.updated', queueAs('put'))
  useServerEvent('storage_file.copied', queueAs('put'))
  useServerEvent('storage_file.deleted', queueAs('gone'))
  useServerEvent('storage_file.renamed', queueAs('moved'))
  useServerEvent('storage_file.moved', queueAs('moved'))
  useServerEvent('ready', () => client.invalidateQueries({ queryKey: queryKeys.storage(organization.id) }))
}
