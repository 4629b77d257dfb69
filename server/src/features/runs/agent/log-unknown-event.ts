import type { Context } from '#platform/context.ts'
import type { ModelRow } from '../../catalog/table.ts'

const MAX_LOGGED = 1000

const logged = new Set<string>()

/** Logs events that a vendor's package does not know, once for each model and kind. */
export function logUnknownEvent(log: Context['log'], { provider, model }: ModelRow, kind: string): void {
  const key = JSON.stringify([provider, model, kind])
  if (logged.has(key) || logged.size >= MAX_LOGGED) return
  logged.add(key)
  log.warn({ provider, model, kind }, 'a model vendor sent an event of an unknown kind, which was skipped')
}
