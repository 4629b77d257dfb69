import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { AccountScope } from '../../requests/account.ts'
import type { DriveFile } from '../drive.ts'
import { wasRefused } from '../refusals.ts'
import { FILE_FIELDS, GoogleFile } from './answers.ts'

/** The largest file that Google accepts in one request together with its metadata. */
const MAX_SIMPLE_UPLOAD_BYTES = 5 * 1024 * 1024
const MAX_SESSIONS = 3
const PAUSE_MS = 250
/** What a session answers that has ended, or of which not everything came. */
const BROKEN_OFF = [308, 404, 410, 429, 500, 502, 503, 504]

type Upload = {
  method: 'POST' | 'PATCH'
  path: string
  metadata: Record<string, unknown>
  mime_type: string
  bytes: Buffer
}

/** A new file, or a new content for one that is there. */
export function uploadBytes(scope: AccountScope, upload: Upload): Promise<DriveFile> {
  return upload.bytes.length > MAX_SIMPLE_UPLOAD_BYTES ? inSession(scope, upload) : atOnce(scope, upload)
}

function requestOf({ ctx }: AccountScope, { method, path }: Upload, uploadType: string) {
  const url = `${ctx.ports.config.GDRIVE_UPLOAD_BASE_URL}${path}`
  const query = { uploadType, supportsAllDrives: true, fields: FILE_FIELDS }
  // A new file has its id already, and a replaced one stays the same: neither is there twice if this is sent twice.
  return { method, url, query, repeatable: true }
}

async function atOnce(scope: AccountScope, upload: Upload): Promise<DriveFile> {
  const boundary = randomUUID()
  const part = (type: string, body: string | Buffer) => [`--${boundary}\r\nContent-Type: ${type}\r\n\r\n`, body, '\r\n']
  const pieces = [
    ...part('application/json; charset=UTF-8', JSON.stringify(upload.metadata)),
    ...part(upload.mime_type, upload.bytes),
    `--${boundary}--\r\n`,
  ]
  return await scope.account.json(GoogleFile, {
    ...requestOf(scope, upload, 'multipart'),
    headers: { 'content-type': `multipart/related; boundary=${boundary}` },
    bytes: Buffer.concat(pieces.map((piece) => Buffer.from(piece))),
  })
}

/** In a session; where it broke off another is begun, which is harmless because the file has its id already. */
async function inSession(scope: AccountScope, upload: Upload): Promise<DriveFile> {
  for (let tries = 1; ; tries++) {
    try {
      return await sendInSession(scope, upload)
    } catch (error) {
      if (tries === MAX_SESSIONS || !wasRefused(error, ...BROKEN_OFF)) throw error
      await pause(PAUSE_MS * tries, null, { signal: scope.signal })
    }
  }
}

async function sendInSession(scope: AccountScope, upload: Upload): Promise<DriveFile> {
  const { bytes, mime_type: type } = upload
  const address = await scope.account.location({
    ...requestOf(scope, upload, 'resumable'),
    headers: { 'x-upload-content-type': type, 'x-upload-content-length': String(bytes.length) },
    json: upload.metadata,
  })
  return await scope.account.json(GoogleFile, { method: 'PUT', url: address, headers: { 'content-type': type }, bytes })
}
