import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import { markDisconnected, type Thread } from '#thread/thread.ts'
import { RealtimeContext } from '../../../lib/realtime.ts'

/**
 * Marks where messages may be missing in the thread under this key: no events were received for what is cached from the last
 * time that it was shown, nor while the connection was lost.
 */
export function useMarkDisconnected(key: QueryKey): void {
  const realtime = useContext(RealtimeContext)
  const client = useQueryClient()
  const keyText = JSON.stringify(key)
  useEffect(() => {
    const mark = () =>
      void client.setQueryData<Thread>(JSON.parse(keyText), (thread) => thread && markDisconnected(thread))
    mark()
    return realtime?.on('ready', mark)
  }, [realtime, client, keyText])
}
