import type { Experimental_RealtimeModelV4ServerEvent as ServerEvent } from '@ai-sdk/provider'
import { z } from 'zod'
import type { Wire } from './open-wire.ts'

/** A response that does not end for so long after its cancellation would hold up the next one: its socket is given up. */
const CANCEL_TIMEOUT_MS = 3000

const WithResponse = z.looseObject({
  response: z.looseObject({ metadata: z.looseObject({ key: z.string().optional() }).nullish() }),
})
const WithError = z.looseObject({
  error: z.looseObject({
    type: z.string().nullish(),
    code: z.string().nullish(),
    message: z.string().nullish(),
  }),
})

/** What the vendor says of an error, for `failureOf` to explain. */
export const errorOf = (raw: unknown): unknown => WithError.safeParse(raw).data?.error ?? raw

/** Ids of events for a response begin with its key, so that an error can be assigned to its response. */
export const belongsTo = (event: ServerEvent, key: string): boolean =>
  event.type === 'error' && event.clientEventId?.startsWith(key) === true

export type Response = {
  /** Its events up to `response-done`; throws where it fails, or the signal's reason. */
  events(signal: AbortSignal): AsyncGenerator<ServerEvent>
  /** The last event, also of a cancelled response; null if the socket was lost or the response refused. */
  readonly done: Promise<Extract<ServerEvent, { type: 'response-done' }> | null>
}

/** Has the model respond. Several responses may be under way; each has its own events. */
export function createResponse(wire: Wire, key: string, response: object): Response {
  const { promise: done, resolve } = Promise.withResolvers<Awaited<Response['done']>>()
  const queue: ServerEvent[] = []
  let id: string | null = null
  let isDone = false
  let failure: { error: unknown } | null = null
  let wake = (): void => undefined
  let cancelTimer: NodeJS.Timeout | undefined

  const stopListening = wire.listen({
    onMessage(event) {
      if (event.type === 'response-created' && keyOf(event.raw) === key) id = event.responseId
      else if (belongsTo(event, key)) end({ error: errorOf(event.raw) }, null)
      else if (id !== null && 'responseId' in event && event.responseId === id) {
        queue.push(event)
        if (event.type === 'response-done') end(null, event)
        wake()
      }
    },
    onLost: (error) => end({ error }, null),
  })

  function end(failed: typeof failure, last: Awaited<Response['done']>): void {
    if (isDone) return
    isDone = true
    clearTimeout(cancelTimer)
    failure = failed
    stopListening()
    resolve(last)
    wake()
  }

  function cancel(): void {
    if (isDone) return
    wire.send({ type: 'response.cancel', event_id: `${key}.cancel`, ...(id !== null && { response_id: id }) })
    cancelTimer = setTimeout(wire.close, CANCEL_TIMEOUT_MS)
  }

  wire.send({ type: 'response.create', event_id: key, response: { ...response, metadata: { key } } })

  async function* events(signal: AbortSignal): AsyncGenerator<ServerEvent> {
    const stop = (): void => wake()
    signal.addEventListener('abort', stop)
    try {
      for (;;) {
        signal.throwIfAborted()
        const event = queue.shift()
        if (event) yield event
        else if (failure) throw failure.error
        else if (isDone) return
        else {
          const { promise, resolve } = Promise.withResolvers<void>()
          wake = resolve
          await promise
        }
      }
    } finally {
      signal.removeEventListener('abort', stop)
      // Later events are not read.
      cancel()
    }
  }

  return { events, done }
}

const keyOf = (raw: unknown): string | undefined => WithResponse.safeParse(raw).data?.response.metadata?.key
