import { mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { ObjectStore } from './blob-store.ts'
import { ignoreMissing, removeFile, sweepSpool } from './spool.ts'

const MAX_KNOWN_FOLDERS = 10_000

/** Keeps objects as files below a directory; the spool lies in it too, so that taking a file over is one rename. */
export async function openDiskObjects(folder: string): Promise<ObjectStore> {
  const directory = resolve(folder)
  const spool = join(directory, 'spool')
  await mkdir(spool, { recursive: true })
  await sweepSpool(spool)
  const pathOf = (key: string) => join(directory, key)
  /** Folders whose names are on the disk for certain, and those of all above them. */
  const safe = new LRUCache<string, true>({ max: MAX_KNOWN_FOLDERS })

  // A rename survives a power cut only once the folder that names the file is on the disk as well, and those that name a
  // folder that may be new. All at once: file systems with a journal write it once for all of them.
  async function syncUpFrom(folder: string): Promise<void> {
    const line = [folder]
    for (let at = folder; at !== directory && !safe.has(at); at = dirname(at)) line.push(dirname(at))
    await Promise.all(line.map(syncFolder))
    for (const each of line) safe.set(each, true)
  }

  return {
    spool,
    adopt: async (file, key) => {
      const path = pathOf(key)
      const folder = dirname(path)
      const isThere = await rename(file, path).then(() => true, ignoreMissing)
      if (!isThere) {
        await mkdir(folder, { recursive: true })
        await rename(file, path)
      }
      await syncUpFrom(folder)
    },
    open: async (key) => {
      const handle = await open(pathOf(key)).catch(ignoreMissing)
      return handle?.createReadStream({ highWaterMark: 256 * 1024 })
    },
    has: async (key) => (await stat(pathOf(key)).catch(ignoreMissing)) !== undefined,
    delete: (key) => removeFile(pathOf(key)),
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}
