import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverEvents } from '#contracts/events.ts'
import type { AnyEvent } from '#platform/event.ts'

const features = fileURLToPath(new URL('../../features', import.meta.url))

/** Everything that is pushed to clients, by the name under which its feature exports it. */
export async function declaredPushes(): Promise<Map<string, AnyEvent>> {
  const found = new Map<string, AnyEvent>()
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((one) => one.endsWith('events.ts'))) {
    const declared: Record<string, unknown> = await import(join(features, file))
    for (const [name, value] of Object.entries(declared)) if (isPush(value)) found.set(name, value)
  }
  return found
}

const isPush = (value: unknown): value is AnyEvent =>
  typeof value === 'object' &&
  value !== null &&
  'audience' in value &&
  typeof value.audience === 'function' &&
  'name' in value &&
  typeof value.name === 'string' &&
  value.name in serverEvents
