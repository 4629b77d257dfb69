import { mkdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { ConfigError } from '../config.ts'
import { newId } from '../id.ts'
import { lockDirectory } from './directory-lock.ts'

export type Embedded = {
  connection: { host: string; port?: number; user: string; database: string }
  /** Whether the runtime optimizes its code, for which there must be memory. */
  isOptimized: boolean
  close(): Promise<void>
}

/**
 * Optimizing one function of PGlite alone takes 600 MB for some seconds, so that the first start of a server needs 1.4 GB
 * and the next ones 1 GB. Without, they need 0.8 and 0.4, and searches take up to twice the time.
 */
const ENOUGH_TO_OPTIMIZE_BYTES = 2e9
/** The first implies the others only where it is given when the process starts. */
const WITHOUT_OPTIMIZING = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

/**
 * PGlite in a worker thread behind a socket, so that a heavy query does not hold up the main loop. The directory is
 * locked first: PGlite itself takes no lock, and two processes on one directory silently lose rows. It answers as soon as the
 * thread is at work, so that the code that loads modules next, in which time nothing else has its turn, does so beside it.
 */
export async function startEmbedded(dataDir: string): Promise<{ opened: Promise<Embedded> }> {
  const directory = makeDirectory(resolve(dataDir, 'pglite'))
  const lock = await lockDirectory(directory)
  const socketName = `alongside-${newId().slice(-12)}`
  const windows = process.platform === 'win32'
  // The name `.s.PGSQL.5432` is what the driver looks for inside a directory given as host.
  const host = windows ? '127.0.0.1' : join(tmpdir(), socketName)
  if (!windows) mkdirSync(host, { mode: 0o700 })

  const isOptimized = process.availableMemory() >= ENOUGH_TO_OPTIMIZE_BYTES
  if (!isOptimized) for (const flag of WITHOUT_OPTIMIZING) setFlagsFromString(flag)
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: { directory, host } })
  const opened = ready(worker).then((port) => ({
    connection: { host, port, user: 'postgres', database: 'postgres' },
    isOptimized,
    async close() {
      worker.postMessage('close')
      await new Promise((done) => worker.once('exit', done))
      lock.release()
    },
  }))
  const orRefusal = opened.catch((error: unknown) => {
    lock.release()
    throw cannotBeOpened(directory, error)
  })
  // Its caller may ask for it later; until then a failure is not unhandled.
  orRefusal.catch(() => undefined)
  return { opened: orRefusal }
}

function makeDirectory(path: string): string {
  try {
    mkdirSync(path, { recursive: true })
    return path
  } catch (error) {
    throw new ConfigError(`DATA_DIR cannot be used: ${error instanceof Error ? error.message : error}`)
  }
}

/** PGlite does not say why; what is most likely is a full disk. */
function cannotBeOpened(directory: string, error: unknown): ConfigError {
  const { bavail, bsize } = statfsSync(directory)
  const reason = error instanceof Error ? error.message : String(error)
  const space = `${Math.floor((bavail * bsize) / 2 ** 20)} MB of its disk are free`
  return new ConfigError(`The database in ${directory} cannot be opened: ${reason}; ${space}.`, { cause: error })
}

function ready(worker: Worker): Promise<number> {
  return new Promise((done, fail) => {
    worker.on('message', function begun(port: unknown) {
      // Under `--watch` the runtime sends messages of its own.
      if (typeof port !== 'number') return
      worker.off('message', begun)
      worker.on('error', (error) => {
        throw error
      })
      done(port)
    })
    worker.once('error', fail)
    worker.once('exit', (code) => fail(new Error(`The embedded database stopped while starting (${code})`)))
  })
}
