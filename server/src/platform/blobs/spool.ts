import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeAll } from './write-all.ts'

/** Of bytes in memory so many are hashed in one go. */
const PIECE_BYTES = 1024 * 1024
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

type Spooled = AsyncDisposable & { file: string; hash: string; size: number; synced: Promise<void> }

/**
 * Writes a source into a file that is gone at the end of its scope; hash and size are the source's. The file is safe on
 * the disk once `synced` resolves: the code that takes it over waits for that, and asks what else there is to ask meanwhile.
 */
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

  const handle = await open(file, 'wx', 0o600)
  try {
    const bytes = Buffer.isBuffer(source) ? Readable.from(pieces(source)) : source
    const write = (chunks: AsyncIterable<Buffer>) => writeAll(handle, chunks)
    await (turn ? pipeline(bytes, measure, turn, write) : pipeline(bytes, (chunks) => write(measure(chunks))))
  } catch (error) {
    await handle.close()
    await removeFile(file)
    throw error
  }
  const synced = handle.sync().finally(() => handle.close())
  const ended = synced.catch(() => undefined)
  const discard = () => ended.then(() => removeFile(file))
  return { file, hash: hash.digest('hex'), size, synced, [Symbol.asyncDispose]: discard }
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

/** Removes what a killed process left behind; files young enough to belong to a living one stay. */
export async function sweepSpool(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = join(directory, name)
    const found = await stat(file).catch(ignoreMissing)
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await removeFile(file)
  }
}

/** What is gone already is as good. */
export const removeFile = (file: string): Promise<void> => unlink(file).catch(ignoreMissing)

/** A `catch` for a file that is not there. */
export function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
