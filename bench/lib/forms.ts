import { randomBytes } from 'node:crypto'

const BOUNDARY = 'alongside-bench'
export const formHeaders = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

/** A form with one file of new bytes, as a browser sends it. */
export function form(name: string, bytes: Buffer, path = '/'): Buffer {
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="path"\r\n\r\n${path}\r\n`),
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n`),
    Buffer.from('content-type: text/plain\r\n\r\n'),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
}

/** The same bytes but for the first, so that each upload brings what the store does not have. */
export function fresh(bytes: Buffer): Buffer {
  randomBytes(16).copy(bytes)
  return bytes
}
