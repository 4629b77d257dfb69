import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { ObjectStore } from './blob-store.ts'
import { ignoreMissing, sweepSpool } from './spool.ts'

/** Keeps objects as files below a directory; the spool lies in it too, so that taking a file over is one rename. */
export async function openDiskObjects(folder: string): Promise<ObjectStore> {
  const directory = resolve(folder)
  const spool = join(directory, 'spool')
  await mkdir(spool, { recursive: true })
  await sweepSpool(spool)
  const pathOf = (key: string) => join(directory, key)

  return {
    spool,
    adopt: async (file, key) => {
      const path = pathOf(key)
      const folder = dirname(path)
      if (await rename(file, path).then(() => true, ignoreMissing)) return syncFolders(folder, folder)
      await mkdir(folder, { recursive: true })
      await rename(file, path)
      await syncFolders(folder, directory)
    },
    open: async (key) => {
      const handle = await open(pathOf(key)).catch(ignoreMissing)
      return handle?.createReadStream({ highWaterMark: 256 * 1024 })
    },
    has: async (key) => (await stat(pathOf(key)).catch(ignoreMissing)) !== undefined,
    delete: (key) => rm(pathOf(key), { force: true }),
  }
}

// A rename survives a power cut only once the folder that names the file is on the disk as well, and those that name a
// folder that is new. All at once: file systems with a journal write it once for all of them.
async function syncFolders(folder: string, root: string): Promise<void> {
  if (process.platform === 'win32') return
  const above = folder === root ? undefined : syncFolders(dirname(folder), root)
  await Promise.all([syncFolder(folder), above])
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}
