import { listWebchatMessages } from '#contracts/paths/webchat.ts'
import { addOlder, mergeNewest } from '#thread/merge-page.ts'
import { hasGap } from '#thread/pending-deltas.ts'
import { emptyThread } from '#thread/thread.ts'
import { ApiFailure, callApi } from '../../lib/api.ts'
import type { PushedEvent } from './live.ts'
import { delayMs, isRefusal, problemOf } from './problem.ts'
import { getState, setState } from './store.ts'

const GAP_MS = 3000
/** Failed reads since the last successful one. */
let tries = 0
let reading: Promise<void> | null = null
let isWantedAgain = false
/** Events that arrived while a read is in progress. */
let pushed: PushedEvent[] = []

export function notePushed(events: readonly PushedEvent[]): void {
  if (reading) pushed.push(...events)
}

/** Reads the newest messages of the shown conversation; a call during a read starts another one after it. */
export function readNewest(): Promise<void> {
  if (reading) {
    isWantedAgain = true
    return reading
  }
  reading = read().finally(() => {
    reading = null
    if (isWantedAgain) {
      isWantedAgain = false
      void readNewest()
    }
  })
  return reading
}

async function read(): Promise<void> {
  const { conversation_id } = getState().thread
  if (!conversation_id) {
    setState({ isThreadRead: true })
    return
  }
  pushed = []
  const isConnected = getState().connection === 'connected'
  try {
    const page = await callApi(listWebchatMessages, { query: { conversation_id, limit: 30 } })
    tries = 0
    const { thread } = getState()
    if (thread.conversation_id !== conversation_id) return
    const merged = mergeNewest(thread, page, { pushed, isConnected })
    // What still does not fit came after this reading, and is in the next one.
    setState({ thread: merged, isThreadRead: true })
    if (hasGap(merged)) setTimeout(() => void readNewest(), GAP_MS)
  } catch (error) {
    if (getState().thread.conversation_id !== conversation_id) return
    const problem = problemOf(error)
    const isGone = error instanceof ApiFailure && error.status === 404 && error.code !== 'ENTRY_POINT_NOT_FOUND'
    if (isGone) setState({ thread: emptyThread(), screen: 'welcome', isThreadRead: true })
    else if (isRefusal(problem)) setState({ problem })
    else setTimeout(() => void readNewest(), delayMs(tries++, error))
  }
}

export async function readOlder(): Promise<void> {
  const { thread, isReadingOlder } = getState()
  const { conversation_id, older } = thread
  if (!conversation_id || !older || isReadingOlder) return
  setState({ isReadingOlder: true })
  let isOvertaken = false
  try {
    const page = await callApi(listWebchatMessages, { query: { conversation_id, limiter: older, limit: 50 } })
    const { thread: before } = getState()
    const after = addOlder(before, page, older)
    setState({ thread: after })
    isOvertaken = after === before && after.older !== older
  } catch {
    // Scrolling to the top again retries.
  } finally {
    setState({ isReadingOlder: false })
    // The thread was replaced during the read, and its own older messages were not requested.
    if (isOvertaken) void readOlder()
  }
}
