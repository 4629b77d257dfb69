import { createHash } from 'node:crypto'
import type { AccountScope } from './account.ts'

/** The same for every try of a call: the step of the run that makes it, what it asks for, and the bytes that it brings. */
export function callKey({ run }: AccountScope, input: object, bytes: Uint8Array = new Uint8Array()): string {
  return createHash('sha256')
    .update(`${run.id} ${run.seq} ${JSON.stringify(input)} `)
    .update(bytes)
    .digest('hex')
}
