import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import type { JsonObject, Refusal } from './vendor-double.ts'

export function bad(message: string): Refusal {
  return { status: 400, message }
}

/** The first thing wrong with a body, in words. */
export function shapeRefusal(schema: z.ZodType, body: JsonObject): Refusal | null {
  const result = schema.safeParse(body)
  if (result.success) return null
  const [issue] = result.error.issues
  return bad(`Invalid body at '${issue?.path.join('.') ?? ''}': ${issue?.message ?? 'unknown'}`)
}

export function bearerRefusal(headers: IncomingMessage['headers'], key: string | null): Refusal | null {
  if (key === null || headers.authorization === `Bearer ${key}`) return null
  const given = headers.authorization?.slice('Bearer '.length)
  return { status: 401, message: given ? `Incorrect API key provided: ${given}` : 'You did not provide an API key' }
}

/** What a double signs, it recognizes; anything else is refused. */
export function signatureOf(text: string): string {
  return `signed:${Buffer.from(text).toString('base64')}`
}

export function isSignature(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('signed:')
}
