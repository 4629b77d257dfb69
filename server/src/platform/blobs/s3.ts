import { openAsBlob } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini, S3ServiceError } from 's3mini'
import { Agent, fetch } from 'undici'
import { AppError } from '../error.ts'
import type { Logger } from '../log.ts'
import type { ObjectStore } from './blob-store.ts'
import { sweepSpool } from './spool.ts'

const attempts = 3
const firstPauseMs = 200
const CONNECT_TIMEOUT_MS = 10_000
/** A store that has read a request and says nothing, or stops in the middle of a file. By itself `fetch` waits for five minutes. */
const SILENCE_TIMEOUT_MS = 30_000

export type S3Options = {
  endpoint: string
  bucket: string
  region: string
  access_key_id: string
  secret_access_key: string
  /** A directory on this machine where files wait for their upload. */
  spool: string
  timeoutMs?: number
}

function clientOf({ endpoint, bucket, region, access_key_id, secret_access_key, timeoutMs }: S3Options): S3mini {
  const silence = timeoutMs ?? SILENCE_TIMEOUT_MS
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: silence,
    bodyTimeout: silence,
  })
  return new S3mini({
    endpoint: `${endpoint.replace(/(?<!\/)\/+$/, '')}/${bucket}`,
    region,
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    // The client sends addresses, and bytes as bodies.
    fetch: (target, { body, headers, ...init } = {}) =>
      fetch(target instanceof Request ? target.url : target, {
        ...init,
        headers: Object.fromEntries(new Headers(headers)),
        body: body instanceof FormData ? null : (body ?? null),
        dispatcher,
      }),
  })
}

/**
 * Logs what an operator has to mend, which would otherwise show with the first upload. The server starts all the same:
 * most of what it does needs no files.
 */
export async function checkBucket(options: S3Options, log: Logger): Promise<void> {
  const where = { endpoint: options.endpoint, bucket: options.bucket }
  try {
    const exists = await persistently(() => clientOf(options).bucketExists())
    if (!exists) log.error(where, 'files cannot be stored: the object store has no such bucket or refuses the key')
  } catch (error) {
    log.error({ err: error, ...where }, 'files cannot be stored: the object store gave no proper answer')
  }
}

/** Keeps objects in a bucket, addressed by path, so that any S3 server will do. */
export async function openS3Objects(options: S3Options): Promise<ObjectStore> {
  const { spool } = options
  await mkdir(spool, { recursive: true })
  await sweepSpool(spool)
  const bucket = clientOf(options)

  return {
    spool,
    // The client reads the file while it sends it, in parts when it is large.
    adopt: (file, key) => persistently(async () => void (await bucket.putAnyObject(key, await openAsBlob(file)))),
    open: async (key) => {
      const response = await persistently(() => bucket.getObjectResponse(key))
      if (!response) return undefined
      return response.body ? Readable.fromWeb(response.body) : Readable.from([])
    },
    has: (key) => persistently(async () => (await bucket.objectExists(key)) === true),
    delete: (key) => persistently(() => deleteObject(bucket, key)),
  }
}

async function deleteObject(bucket: S3mini, key: string): Promise<void> {
  try {
    await bucket.deleteObject(key)
  } catch (error) {
    if (!(error instanceof S3ServiceError && error.status === 404)) throw error
  }
}

// Every request here may be repeated without harm, and object stores do answer "slow down" on an ordinary day.
async function persistently<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request()
    } catch (error) {
      const refused = error instanceof S3ServiceError && error.status < 500 && error.status !== 429
      if (refused) throw error
      if (attempt === attempts)
        throw new AppError('unavailable', 'Files are not available at the moment', { cause: error })
    }
    await sleep(firstPauseMs * attempt)
  }
}
