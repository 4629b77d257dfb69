import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

export type BucketDouble = {
  endpoint: string
  env: Record<string, string>
  keys(): Promise<string[]>
  close(): Promise<void>
}

/** An S3 server on loopback with one bucket; it refuses requests that are not signed with its key. */
export async function startBucket(): Promise<BucketDouble> {
  const directory = await mkdtemp(join(tmpdir(), 'bucket-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    vhostBuckets: false,
    directory,
    configureBuckets: [{ name: 'files' }],
  })
  const endpoint = `http://127.0.0.1:${(await server.run()).port}`
  return {
    endpoint,
    /** The settings with which a server keeps its files here. */
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'files',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async keys() {
      const files = await readdir(join(directory, 'files'), { recursive: true })
      const suffix = '._S3rver_object'
      return files.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length))
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}
