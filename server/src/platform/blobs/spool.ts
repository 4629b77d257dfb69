import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable, type Transform } from 'node:stream'
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
    await pipeline(bytes, measure, turn ?? new PassThrough(), (chunks: AsyncIterable<Buffer>) =>
      handle.writeFile(chunks),
    )
    await handle.sync()
  } catch (error) {
    await discard()
    throw error
  }
  return { file, hash: hash.digest('hex'), size, [Symbol.asyncDispose]: discard }
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
