import type { FileHandle } from 'node:fs/promises'

/** The disk failed, and not the source that was written to it. */
export class WriteFailed extends Error {
  constructor(cause: unknown) {
    super('The disk did not take what was written', { cause })
    this.name = 'WriteFailed'
  }
}

const WRITE_BYTES = 512 * 1024
const SYNC_BYTES = 2 * 1024 * 1024

/**
 * Writes many chunks at once: they come small, and each write is a way to another thread and back. More are taken in
 * meanwhile. A large file goes to the disk as it comes, so that the last sync finds little left to do.
 */
export async function writeAll(handle: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
  let waiting: Buffer[] = []
  let size = 0
  let unsynced = 0
  let writing = Promise.resolve()
  let syncing = Promise.resolve()
  const flush = async () => {
    const [batch, length] = [waiting, size]
    waiting = []
    size = 0
    await writing
    writing = handledLater(write(handle, batch, length))
    unsynced += length
    if (unsynced < SYNC_BYTES) return
    unsynced = 0
    await syncing
    syncing = handledLater(writing.then(() => handle.datasync().catch(failWrite)))
  }
  try {
    for await (const chunk of chunks) {
      waiting.push(chunk)
      size += chunk.length
      if (size >= WRITE_BYTES) await flush()
    }
    if (size > 0) await flush()
  } finally {
    // The file is closed by the code that opened it, and not under a write.
    await Promise.allSettled([writing, syncing])
  }
  await Promise.all([writing, syncing])
}

/** A failure is handled where the promise is awaited next; until then it must not count as unhandled. */
function handledLater(promise: Promise<void>): Promise<void> {
  promise.catch(() => undefined)
  return promise
}

async function write(handle: FileHandle, batch: readonly Buffer[], length: number): Promise<void> {
  const { bytesWritten } = await handle.writev(batch).catch(failWrite)
  if (bytesWritten < length) throw new WriteFailed(`${bytesWritten} of ${length} bytes were written`)
}

function failWrite(error: unknown): never {
  throw new WriteFailed(error)
}
