import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const abandonedAfterMs = 24 * 60 * 60 * 1000

type Spooled = AsyncDisposable & { file: string; hash: string; size: number }

/** Writes a source into a file that is safe on disk and gone at the end of its scope; hash and size are the source's. */
export async function spool(source: Readable | Buffer, directory: string, turn?: Transform): Promise<Spooled> {
  const file = join(directory, randomUUID())
  const hash = createHash('sha256')
  let size = 0

  async function* measure(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }

  const discard = () => rm(file, { force: true })
  try {
    await using handle = await open(file, 'wx', 0o600)
    const bytes = Buffer.isBuffer(source) ? Readable.from([source]) : source
    const write = (chunks: AsyncIterable<Buffer>) => writeAll(handle, chunks)
    await (turn ? pipeline(bytes, measure, turn, write) : pipeline(bytes, (chunks) => write(measure(chunks))))
    await handle.sync()
  } catch (error) {
    await discard()
    throw error
  }
  return { file, hash: hash.digest('hex'), size, [Symbol.asyncDispose]: discard }
}

const AT_ONCE = 512 * 1024

/** Many chunks a write: they come small, and each write is a way to another thread and back. More are taken in meanwhile. */
async function writeAll(handle: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
  let waiting: Buffer[] = []
  let size = 0
  let underway = Promise.resolve()
  const flush = async () => {
    const [batch, length] = [waiting, size]
    waiting = []
    size = 0
    await underway
    underway = write(handle, batch, length)
    // Heard where it is awaited next; until then it must not count as unheard.
    underway.catch(() => undefined)
  }
  try {
    for await (const chunk of chunks) {
      waiting.push(chunk)
      size += chunk.length
      if (size >= AT_ONCE) await flush()
    }
    if (size > 0) await flush()
  } finally {
    // The file is closed by whoever opened it, and not under a write.
    await underway.catch(() => undefined)
  }
  await underway
}

async function write(handle: FileHandle, batch: readonly Buffer[], length: number): Promise<void> {
  const { bytesWritten } = await handle.writev(batch)
  if (bytesWritten < length) throw new Error('The disk took only a part of what was written')
}

/** Removes what a killed process left behind; files young enough to belong to a living one stay. */
export async function sweepSpool(directory: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = join(directory, name)
    const found = await stat(file).catch(ignoreMissing)
    if (found && now - found.mtimeMs > abandonedAfterMs) await rm(file, { force: true })
  }
}

/** A `catch` for a file that is not there. */
export function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
