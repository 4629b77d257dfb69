import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import { applyEvents, type ThreadEvent } from '#thread/apply-events.ts'
import type { Thread } from '#thread/thread.ts'
import { createFrameQueue } from '../../../lib/frame-queue.ts'
import { RealtimeContext } from '../../../lib/realtime.ts'
import { notePushed } from './read-thread.ts'

/** The names of the events of whole messages. */
export type MessageEvents = readonly (
  | 'internal.message'
  | 'internal.message_updated'
  | 'message_done'
  | 'conversation.message_sent'
  | 'conversation.message_updated'
)[]

/** Applies what is pushed to the thread under this key. */
export function useThreadEvents(key: QueryKey, messageEvents: MessageEvents): void {
  const realtime = useContext(RealtimeContext)
  const client = useQueryClient()
  const keyText = JSON.stringify(key)
  useEffect(() => {
    if (!realtime) return
    const queryKey: QueryKey = JSON.parse(keyText)
    const queue = createFrameQueue<ThreadEvent>((events) => {
      // Before the first read is there, it is the read that applies what is pushed.
      client.setQueryData<Thread>(queryKey, (thread) => thread && applyEvents(thread, events))
      return []
    })
    const push = (event: ThreadEvent) => {
      notePushed(client, queryKey, event)
      queue.push(event)
    }
    const stops = [
      ...messageEvents.map((name) => realtime.on(name, (message) => push({ kind: 'message', message }))),
      realtime.on('conversation.message_deleted', (deleted) => push({ kind: 'deleted', deleted })),
      realtime.on('conversation.updated', (conversation) => push({ kind: 'conversation', conversation })),
      realtime.on('conversation.title_updated', (conversation) => push({ kind: 'conversation', conversation })),
      realtime.on('message_delta', (delta) => push({ kind: 'delta', delta })),
      realtime.on('tool_call_started', (activity) => push({ kind: 'tool', status: 'running', activity })),
      realtime.on('tool_call_done', (activity) => push({ kind: 'tool', status: 'done', activity })),
      realtime.on('tool_call_failed', (activity) => push({ kind: 'tool', status: 'failed', activity })),
    ]
    return () => {
      for (const stop of stops) stop()
      queue.close()
    }
  }, [realtime, client, keyText, messageEvents])
}
