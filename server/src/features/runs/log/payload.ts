import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import { toJson } from '#platform/db/columns.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import { currentOrganization } from '#platform/thread-share.ts'

/** No payload is as large. */
const MAX_BYTES = 2 ** 30
const PLAIN = 0
const DEFLATED = 1
/** Smaller texts gain little and cost a compression each. */
const WORTH_COMPRESSING = 4096
/** Larger texts are compressed in another thread: each megabyte takes some ten milliseconds. */
const LARGE_BYTES = 32 * 1024

/** Each piece costs the thread a callback; the default is 16 kB. */
const COMPRESSION = { level: 1, chunkSize: 64 * 1024 }

const deflateElsewhere = promisify(deflateRaw)

/** Each keeps a core busy that the database may need too: of each organization one text is compressed at a time. */
const compressions = createFairLimit({ total: 4, perKey: 1, waitingPerKey: Number.POSITIVE_INFINITY })
const { signal: never } = new AbortController()

/** JSON as it is kept: one byte says whether it is compressed, the rest is the text. */
export function packPayload(value: unknown): Buffer {
  return packText(Buffer.from(toJson(value)))
}

/** The same for what may be large, without holding up the thread meanwhile. */
export async function packLargePayload(value: unknown): Promise<Buffer> {
  const text = Buffer.from(toJson(value))
  if (text.length < LARGE_BYTES) return packText(text)
  using _turn = await compressions.enter(currentOrganization(), never)
  return Buffer.concat([Buffer.of(DEFLATED), await deflateElsewhere(text, COMPRESSION)])
}

function packText(text: Buffer): Buffer {
  const compress = text.length >= WORTH_COMPRESSING
  return Buffer.concat([Buffer.of(compress ? DEFLATED : PLAIN), compress ? deflateRawSync(text, { level: 1 }) : text])
}

export const unpackPayload = (data: Buffer): unknown => JSON.parse(unpackBytes(data).toString('utf8'))

export function unpackBytes(data: Buffer): Buffer
export function unpackBytes(data: Buffer, maxBytes: number): Buffer | null
/** The JSON of it; null where that is longer than is asked for. */
export function unpackBytes(data: Buffer, maxBytes = MAX_BYTES): Buffer | null {
  const body = data.subarray(1)
  if (data[0] !== DEFLATED) return body.length > maxBytes ? null : body
  try {
    return inflateRawSync(body, { maxOutputLength: Math.min(Math.max(1, maxBytes), MAX_BYTES) })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return null
    throw error
  }
}
