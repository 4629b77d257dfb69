import type { Alerts } from './alerts.ts'
import type { RecordAuditAction } from './audit-action.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import type { Cipher } from './cipher.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import type { Emit } from './event.ts'
import type { CheckLimit } from './http/limits.ts'
import type { Enqueue } from './job.ts'
import type { Logger } from './log.ts'
import type { Mail } from './mail/mail.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { StepType } from './step.ts'
import type { Tool } from './tool.ts'

/** The world outside the process, and the settings; one of each for the whole server. */
export type Ports = {
  readonly config: Config
  readonly cipher: Cipher
  /** Keys the session cookies. */
  readonly session_secret: string
  /** Where attachments of earlier versions lie, plain and sealed; nothing new is written there. */
  readonly blobs: BlobStore
  readonly sealed_blobs: BlobStore | null
  /** The files of one organization, those of its messages among them, in a place of their own: its plain ones, and those sealed under such a key. */
  files(organization_id: string): { readonly plain: BlobStore; readonly sealed: BlobStore | null }
  /** Guarded HTTP for calls on a tenant's behalf. */
  readonly outbound: Outbound
  readonly mail: Mail
  readonly alerts: Alerts
  /** Counts what someone does; 429 past the limit. For limits that only the work itself can judge. */
  readonly checkLimit: CheckLimit
  /** Whether this process takes work from the queue. */
  readonly is_worker: boolean
  /** Everything that a teammate may call, by name. */
  readonly tools: ReadonlyMap<string, Tool>
  /** Every type of step that a flow may have, by name. */
  readonly steps: ReadonlyMap<string, StepType>
}

/** What every operation is given. Inside `transaction` the handed context is the only way to the database. */
export interface Context {
  readonly db: Db
  readonly log: Logger
  readonly ports: Ports
  /** The request that this work answers; absent where the server works by itself. */
  readonly request?: { readonly id: string; readonly address: string; readonly user_agent: string | null }
  now(): Date
  transaction<T>(work: (ctx: this) => Promise<T>): Promise<T>
  /** Delivered after the transaction has committed, never when it rolls back. */
  emit: Emit
  record: RecordAuditAction
  /** Written inside the transaction: the job exists exactly when the rows do. */
  enqueue: Enqueue
}
