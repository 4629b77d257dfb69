import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import { applyEvents, type ThreadEvent } from '#thread/apply-events.ts'
import { isStreamReset } from '#thread/streamed-message.ts'
import type { Thread } from '#thread/thread.ts'
import { createFrameQueue } from '../../../lib/frame-queue.ts'
import { restartInFlight } from '../../../lib/query-cache.ts'
import { RealtimeContext } from '../../../lib/realtime.ts'

/** The names of the events of whole messages. */
export type MessageEvents = readonly (
  | 'internal.message'
  | 'internal.message_updated'
  | 'message_done'
  | 'conversation.message_sent'
  | 'conversation.message_updated'
)[]

/** Works what is pushed into the thread under this key. `messageEvents` stays the same from first to last. */
export function useThreadEvents(key: QueryKey, messageEvents: MessageEvents): void {
  const realtime = useContext(RealtimeContext)
  const client = useQueryClient()
  const keyText = JSON.stringify(key)
  useEffect(() => {
    if (!realtime) return
    const queryKey: QueryKey = JSON.parse(keyText)
    const queue = createFrameQueue<ThreadEvent>((events) => {
      const thread = client.getQueryData<Thread>(queryKey)
      // Until the first read is there, what is pushed has nothing to be applied to.
      if (!thread) return client.getQueryState(queryKey)?.fetchStatus === 'fetching' ? events : []
      client.setQueryData<Thread>(queryKey, applyEvents(thread, events))
      if (events.some((event) => isReset(thread, event))) client.invalidateQueries({ queryKey, exact: true })
      else if (events.some(isWhole)) restartInFlight(client, queryKey)
      return []
    })
    const stops = [
      ...messageEvents.map((name) => realtime.on(name, (message) => queue.push({ kind: 'message', message }))),
      realtime.on('conversation.message_deleted', (deleted) => queue.push({ kind: 'deleted', deleted })),
      realtime.on('conversation.updated', (conversation) => queue.push({ kind: 'conversation', conversation })),
      realtime.on('conversation.title_updated', (conversation) => queue.push({ kind: 'conversation', conversation })),
      realtime.on('message_delta', (delta) => queue.push({ kind: 'delta', delta })),
      realtime.on('tool_call_started', (activity) => queue.push({ kind: 'tool', status: 'running', activity })),
      realtime.on('tool_call_done', (activity) => queue.push({ kind: 'tool', status: 'done', activity })),
      realtime.on('tool_call_failed', (activity) => queue.push({ kind: 'tool', status: 'failed', activity })),
    ]
    return () => {
      for (const stop of stops) stop()
      queue.close()
    }
  }, [realtime, client, keyText, messageEvents])
}

/** True when an answer is begun again: a read under way may still bring what was there before. */
const isReset = ({ messages }: Thread, event: ThreadEvent): boolean =>
  event.kind === 'message' &&
  isStreamReset(
    messages.find(({ id }) => id === event.message.id),
    event.message,
  )

/** Deltas and tools carry their place in the answer; the other events are a state that an older read would undo. */
const isWhole = ({ kind }: ThreadEvent): boolean => kind !== 'delta' && kind !== 'tool'
