import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ObjectStore } from './blob-store.ts'
import { ignoreMissing, sweepSpool } from './spool.ts'

/** Keeps objects as files below a directory; the spool lies in it too, so that taking a file over is one rename. */
export async function openDiskObjects(directory: string): Promise<ObjectStore> {
  const spool = join(directory, 'spool')
  await mkdir(spool, { recursive: true })
  await sweepSpool(spool)
  const pathOf = (key: string) => join(directory, key)

  return {
    spool,
    adopt: async (file, key) => {
      const path = pathOf(key)
      const made = await mkdir(dirname(path), { recursive: true })
      await rename(file, path)
      await syncFolders(dirname(path), made ? dirname(made) : dirname(path))
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
// folder that is new.
async function syncFolders(folder: string, root: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
  if (folder !== root) await syncFolders(dirname(folder), root)
}
