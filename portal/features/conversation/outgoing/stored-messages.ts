import type { Mutation, MutationOptions, QueryClient } from '@tanstack/react-query'
import { stored } from '../../../lib/stored.ts'

const STORAGE_KEY = 'alongside:outgoing'
const session = () => sessionStorage
const restored = new WeakSet<QueryClient>()

/** Of mutations that send messages: they wait until they are sent again or given up, however long that takes. */
export const outgoingOptions = { meta: { isMessage: true }, gcTime: Number.POSITIVE_INFINITY } satisfies MutationOptions

/**
 * Messages that were not accepted outlive loading the page again, as failed: the server may have them or not, and their
 * author decides whether they are sent again, under the same id. Files cannot outlive it and are null then.
 */
export function restoreOutgoing(client: QueryClient): void {
  if (restored.has(client)) return
  restored.add(client)
  const cache = client.getMutationCache()
  for (const { mutationKey, variables, submittedAt } of readStored()) {
    const state = { data: undefined, error: null, context: undefined, failureCount: 0, failureReason: null }
    const options = { ...outgoingOptions, mutationKey }
    cache.build(client, options, { ...state, isPaused: false, status: 'error', variables, submittedAt })
  }
  cache.subscribe(() => writeStored(cache.getAll().filter(isOutgoing)))
}

type Stored = { mutationKey: string[]; variables: unknown; submittedAt: number }

const isOutgoing = ({ meta, state }: Mutation): boolean =>
  meta?.isMessage === true && (state.status === 'pending' || state.status === 'error')

function readStored(): Stored[] {
  const found = stored.readJson(STORAGE_KEY, session)
  return Array.isArray(found) ? found.filter(isStored) : []
}

function isStored(found: unknown): found is Stored {
  const { mutationKey, variables, submittedAt } = (found ?? {}) as Partial<Stored>
  const isKey = Array.isArray(mutationKey) && mutationKey.every((part) => typeof part === 'string')
  return isKey && typeof variables === 'object' && variables !== null && typeof submittedAt === 'number'
}

function writeStored(outgoing: readonly Mutation[]): void {
  const messages = outgoing.map(({ options, state }) => ({
    mutationKey: options.mutationKey,
    variables: state.variables,
    submittedAt: state.submittedAt,
  }))
  const text = JSON.stringify(messages, (_name, value) => (value instanceof File ? null : value))
  stored.write(STORAGE_KEY, messages.length > 0 ? text : null, session)
}
