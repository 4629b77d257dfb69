import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import { RealtimeContext } from '../../../lib/realtime.ts'
import type { Thread } from './thread.ts'

/**
 * Marks where something may be missing in the thread under this key: nobody listened for what is kept from the last time
 * that it was shown, nor for what was pushed before the connection was back.
 */
export function useSeam(key: QueryKey): void {
  const realtime = useContext(RealtimeContext)
  const client = useQueryClient()
  const keyText = JSON.stringify(key)
  useEffect(() => {
    const mark = () => void client.setQueryData<Thread>(JSON.parse(keyText), withSeam)
    mark()
    return realtime?.on('ready', mark)
  }, [realtime, client, keyText])
}

/** What is pushed from here on does not follow on what is known; until it is read, messages in between may be missing. */
export function withSeam(thread: Thread | undefined): Thread | undefined {
  return thread && { ...thread, seam: thread.seam ?? thread.messages.at(-1)?.id }
}
