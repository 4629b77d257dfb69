import { useQueryClient } from '@tanstack/react-query'
import * as storagePaths from '#contracts/paths/storage.ts'
import * as storageSearchPaths from '#contracts/paths/storage-search.ts'
import { joinPath, namesOf } from '#contracts/storage-names.ts'
import { call } from '../../../lib/api.ts'
import { folderOf } from '../../../lib/folder-query.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { storageMessages } from '../messages.ts'
import { downloadAddress, nameOf } from '../use-folder.ts'
import { canTake, shownName } from './drag.ts'

/** What people do with entries. Whatever is refused is reported by name, and the rest is done all the same. */
export function useActions() {
  const words = useMessages(storageMessages)
  const { undo } = useMessages(partMessages)
  const { organization } = useSession()
  const client = useQueryClient()
  const params = { organization_id: organization.id }

  // The events say the same a moment later; where the live connection is lost, this is how the page learns of it.
  const readAgain = (folders: Iterable<string>) => {
    for (const folder of new Set(folders))
      client.invalidateQueries({ queryKey: queryKeys.folder(organization.id, folder) })
    client.invalidateQueries({ queryKey: queryKeys.trash(organization.id) })
  }
  /** Answers what was done, in the order asked for. */
  const each = async <T>(paths: readonly string[], act: (path: string) => Promise<T>): Promise<T[]> => {
    const done: T[] = []
    for (const path of paths)
      try {
        done.push(await act(path))
      } catch (error) {
        showToast(words.notDone(nameOf(path), sentenceOf(error as Error, words.failedAction)))
      }
    return done
  }
  const place = async (paths: readonly string[], dest_path: string, mode: 'move' | 'copy'): Promise<string[]> => {
    const wanted = mode === 'move' ? paths.filter((path) => canTake(dest_path, [path])) : paths
    const done = await each(wanted, (source_path) =>
      call(mode === 'move' ? storagePaths.moveEntry : storagePaths.copyEntry, {
        params,
        body: { source_path, dest_path },
      }),
    )
    if (done.length > 0)
      showToast((mode === 'move' ? words.moved : words.copied)(done.length, shownName(dest_path, words.storage)))
    readAgain([dest_path, ...paths.map(folderOf)])
    return done.map(({ path }) => path)
  }
  const restore = async (paths: readonly string[]): Promise<void> => {
    const done = await each(paths, (path) => call(storagePaths.restoreEntry, { params, body: { path } }))
    if (done.length > 0) showToast(words.restored)
    readAgain(done.map(({ path }) => folderOf(path)))
  }

  return {
    place,
    restore,
    /** To the trash, or for good where it lies there already. */
    remove: async (paths: readonly string[]): Promise<void> => {
      const done = await each(paths, (path) => call(storagePaths.deleteEntry, { params, query: { path } }))
      const trashed = done.flatMap(({ trash_path }) => trash_path ?? [])
      if (trashed.length > 0)
        showToast(words.deleted(trashed.length, nameOf(done[0]?.path ?? '')), {
          label: undo,
          run: () => restore(trashed),
        })
      readAgain(paths.map(folderOf))
    },
    rename: async (path: string, new_name: string): Promise<string | undefined> => {
      const [renamed] = await each([path], () => call(storagePaths.renameEntry, { params, body: { path, new_name } }))
      readAgain([folderOf(path)])
      return renamed?.path
    },
    createFolder: async (name: string, path: string): Promise<string> => {
      const made = await call(storagePaths.createFolder, { params, body: { name, path } }, { creates: true })
      readAgain([path])
      return made.path
    },
    createText: async (name: string, folder: string): Promise<string> => {
      const path = joinPath([...namesOf(folder), name])
      const made = await call(storagePaths.createContent, { params, body: { path, content: '' } }, { creates: true })
      readAgain([folder])
      return made.path
    },
    reindex: async (path: string): Promise<void> => {
      await each([path], () => call(storageSearchPaths.reindexFile, { params, query: { path } }))
      readAgain([folderOf(path)])
    },
    reindexFolder: async (path: string): Promise<void> => {
      const [answer] = await each([path], () => call(storageSearchPaths.reindexFolder, { params, query: { path } }))
      if (answer) showToast(words.reindexed(answer.reindexed))
      readAgain([path])
    },
    /** One after the other: a browser drops what is asked for at once. */
    download: async (paths: readonly string[]): Promise<void> => {
      for (const path of paths) {
        const link = document.createElement('a')
        link.href = downloadAddress(organization, path)
        link.download = nameOf(path)
        link.click()
        await new Promise((done) => setTimeout(done, 400))
      }
    },
  }
}

export type Actions = ReturnType<typeof useActions>
