import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDiskObjects } from '#platform/blobs/disk.ts'
import { plainBlobs } from '#platform/blobs/plain.ts'
import { checkBucket, openS3Objects } from '#platform/blobs/s3.ts'
import { sealedBlobs } from '#platform/blobs/sealed.ts'
import { createCipher } from '#platform/cipher.ts'
import type { Config } from '#platform/config.ts'
import type { Ports } from '#platform/context.ts'
import type { Feature } from '#platform/feature.ts'
import type { Logger } from '#platform/log.ts'
import { openMail } from '#platform/mail/open-mail.ts'
import { createOutbound } from '#platform/outbound/outbound.ts'
import { openAlerts } from './alerts.ts'

export async function openPorts(
  config: Config,
  features: readonly Feature[],
  is_worker: boolean,
  log: Logger,
): Promise<Omit<Ports, 'checkLimit'> & { close(): Promise<void> }> {
  const objects = await openObjects(config, log)
  const seal = config.OBJECT_STORE_ENCRYPTION_KEY ? createCipher(config.OBJECT_STORE_ENCRYPTION_KEY) : null
  // A developer's own services are on loopback; a deployment must name what a tenant may reach inside.
  const loopback = config.is_production ? [] : ['127.0.0.0/8', '::1', 'localhost']
  const outbound = createOutbound({ allow: [...loopback, ...config.OUTBOUND_ALLOW] })
  return {
    config,
    cipher: createCipher(config.ENCRYPTION_KEY ?? ownKey(config, 'encryption')),
    session_secret: (config.SESSION_SECRET ?? ownKey(config, 'session')).toString('hex'),
    blobs: plainBlobs(objects),
    sealed_blobs: seal && sealedBlobs(objects, seal),
    files: (organization_id) => {
      const prefix = `files/${organization_id}/`
      return { plain: plainBlobs(objects, prefix), sealed: seal && sealedBlobs(objects, seal, prefix) }
    },
    outbound,
    mail: openMail(config),
    alerts: openAlerts(config, log),
    is_worker,
    tools: new Map(features.flatMap((feature) => (feature.tools ?? []).map((tool) => [tool.name, tool]))),
    steps: new Map(features.flatMap((feature) => (feature.steps ?? []).map((step) => [step.type, step]))),
    close: async () => outbound[Symbol.asyncDispose](),
  }
}

function openObjects(config: Config, log: Logger) {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = config
  if (!S3_BUCKET || !S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    return openDiskObjects(join(config.DATA_DIR, 'blobs'))
  }
  const options = {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    spool: join(config.DATA_DIR, 'spool'),
    access_key_id: S3_ACCESS_KEY_ID,
    secret_access_key: S3_SECRET_ACCESS_KEY,
  }
  void checkBucket(options, log)
  return openS3Objects(options)
}

/** Outside production a key is made once and kept in the data directory; production was refused without one. */
function ownKey(config: Config, name: string): Buffer {
  const file = join(config.DATA_DIR, `${name}.key`)
  if (existsSync(file)) return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  mkdirSync(config.DATA_DIR, { recursive: true })
  const key = randomBytes(32)
  writeFileSync(file, key.toString('hex'), { mode: 0o600 })
  return key
}
