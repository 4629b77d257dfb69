import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { toJson } from '#platform/db/columns.ts'

const PLAIN = 0
const DEFLATED = 1
/** Smaller texts gain little and cost a compression each. */
const WORTH_COMPRESSING = 4096

/** JSON as it is kept: one byte says whether it is compressed, the rest is the text. */
export function packPayload(value: unknown): Buffer {
  const text = Buffer.from(toJson(value))
  const compress = text.length >= WORTH_COMPRESSING
  return Buffer.concat([Buffer.of(compress ? DEFLATED : PLAIN), compress ? deflateRawSync(text, { level: 1 }) : text])
}

export function unpackPayload(data: Buffer): unknown {
  const body = data.subarray(1)
  return JSON.parse((data[0] === DEFLATED ? inflateRawSync(body) : body).toString('utf8'))
}
