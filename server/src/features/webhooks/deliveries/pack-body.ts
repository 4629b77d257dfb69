import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { WebhookBody } from '#contracts/webhooks.ts'
import { toJson } from '#platform/db/columns.ts'

/** A stored body: exactly the bytes that are sent, compressed. */
export const packBody = (body: WebhookBody): Buffer => deflateRawSync(toJson(body), { level: 1 })

export const unpackBody = (packed: Buffer): Buffer => inflateRawSync(packed)
